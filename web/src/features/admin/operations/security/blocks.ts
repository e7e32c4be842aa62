import { formatCount } from '@/lib/format';
import { inMinutes } from './minutes';
import type { SettingKey } from './values';

export interface Setting {
  key: SettingKey;
  label: string;
  about: string;
  unit?: string;
  /** The words of a choice. */
  choices?: readonly { value: string; label: string }[];
}

export interface Block {
  value: string;
  label: string;
  title: string;
  settings: readonly [Setting, ...Setting[]];
  loadFailed: string;
  saveFailed: string;
  saved: string;
  /** The applied values in a sentence; `value` formats each one. */
  applied: (value: (key: SettingKey) => string) => string;
}

const lifetime = (seconds: string) =>
  `${formatCount(Number(seconds), 'segundo', 'segundos')} (${inMinutes(Number(seconds))})`;

export const passwords: Block = {
  value: 'senhas',
  label: 'Senhas',
  title: 'Política de senhas',
  settings: [
    {
      key: 'min_password_length',
      label: 'Comprimento mínimo',
      about: 'Vale para senhas novas. As que já existem continuam valendo.',
      unit: 'caracteres',
    },
    {
      key: 'leaked_password_check',
      label: 'Verificar senhas vazadas',
      about: 'Recusa senhas que já apareceram em vazamentos conhecidos.',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de política de senhas.',
  saveFailed: 'Erro ao atualizar política de senhas.',
  saved: 'Política de senhas atualizada',
  applied: (value) =>
    `Mínimo de ${value('min_password_length')} caracteres. Verificação de senhas vazadas ${
      value('leaked_password_check') === 'true' ? 'ligada' : 'desligada'
    }.`,
};

export const rateLimit: Block = {
  value: 'rate-limit',
  label: 'Rate Limit',
  title: 'Limite de tentativas de login',
  settings: [
    {
      key: 'rate_limit_max_attempts',
      label: 'Máximo de tentativas',
      about: 'Logins recusados por conta e por endereço. Depois disso, é preciso esperar.',
      unit: 'tentativas',
    },
    {
      key: 'rate_limit_window_hours',
      label: 'Janela de tempo',
      about: 'Por quanto tempo uma tentativa recusada é lembrada.',
      unit: 'horas',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de rate limiting.',
  saveFailed: 'Erro ao atualizar configurações de rate limiting.',
  saved: 'Rate limiting atualizado',
  applied: (value) => {
    const attempts = formatCount(Number(value('rate_limit_max_attempts')), 'tentativa', 'tentativas');
    return `${attempts} em ${formatCount(Number(value('rate_limit_window_hours')), 'hora', 'horas')}.`;
  },
};

export const email: Block = {
  value: 'email',
  label: 'Email',
  title: 'Confirmação de e-mail',
  settings: [
    {
      key: 'email_confirmation_required',
      label: 'Exigir confirmação de e-mail',
      about: 'Quem se cadastra só entra depois de abrir o link recebido por e-mail.',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de e-mail.',
  saveFailed: 'Erro ao atualizar configurações de e-mail',
  saved: 'Configurações de e-mail atualizadas',
  applied: (value) =>
    value('email_confirmation_required') === 'true'
      ? 'A confirmação de e-mail é obrigatória.'
      : 'A confirmação de e-mail não é exigida.',
};

export const oneTimeCode: Block = {
  value: 'otp',
  label: 'OTP',
  title: 'Código de uso único (OTP)',
  settings: [
    {
      key: 'otp_expiry_seconds',
      label: 'Validade do código',
      about: 'Depois desse tempo o código recebido deixa de valer.',
      unit: 'segundos',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de OTP.',
  saveFailed: 'Erro ao atualizar configurações de OTP.',
  saved: 'Configurações de OTP atualizadas',
  applied: (value) => `O código vale por ${lifetime(value('otp_expiry_seconds'))}.`,
};

export const magicLink: Block = {
  value: 'magic-link',
  label: 'Magic Link',
  title: 'Link de acesso (Magic Link)',
  settings: [
    {
      key: 'magic_link_expiry_seconds',
      label: 'Validade do link',
      about: 'Depois desse tempo o link recebido por e-mail deixa de valer.',
      unit: 'segundos',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de magic link.',
  saveFailed: 'Erro ao atualizar configurações de magic link.',
  saved: 'Configurações de magic link atualizadas',
  applied: (value) => `O link vale por ${lifetime(value('magic_link_expiry_seconds'))}.`,
};

export const moderation: Block = {
  value: 'moderacao',
  label: 'Moderação',
  title: 'Moderação da comunidade',
  settings: [
    {
      key: 'reports_to_hide',
      label: 'Denúncias para ocultar',
      about: 'Com tantas denúncias de pessoas diferentes, um texto fica oculto até a decisão.',
      unit: 'denúncias',
    },
    {
      key: 'upheld_to_review',
      label: 'Decisões até a revisão',
      about: 'Depois de tantas decisões contra um membro, tudo o que ele escreve espera aprovação.',
      unit: 'decisões',
    },
    {
      key: 'most_links',
      label: 'Links em um texto',
      about: 'Um texto com mais links espera aprovação.',
      unit: 'links',
    },
    {
      key: 'seconds_between_texts',
      label: 'Pausa entre textos',
      about: 'Um texto enviado antes disso é recusado, e pode ser enviado de novo em seguida.',
      unit: 'segundos',
    },
    {
      key: 'newcomer_limits',
      label: 'Limitar quem acabou de chegar',
      about: 'No primeiro dia, ou com menos de três textos, o que passa dos limites espera aprovação.',
    },
    {
      key: 'link_cards',
      label: 'Mostrar os links como cartões',
      about: 'O servidor lê a página de cada link publicado sozinho em uma linha e mostra título e imagem.',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de moderação.',
  saveFailed: 'Erro ao atualizar configurações de moderação.',
  saved: 'Configurações de moderação atualizadas',
  applied: (value) => {
    const reports = formatCount(Number(value('reports_to_hide')), 'denúncia oculta', 'denúncias ocultam');
    return `${reports} um texto. Limites para quem chega: ${value('newcomer_limits') === 'true' ? 'ligados' : 'desligados'}.`;
  },
};

const CREATORS = [
  { value: 'members', label: 'Todos os membros' },
  { value: 'approval', label: 'Com aprovação' },
  { value: 'staff', label: 'Só a equipe' },
] as const;

export const community: Block = {
  value: 'comunidade',
  label: 'Comunidade',
  title: 'Canais da comunidade',
  settings: [
    {
      key: 'channel_creation',
      label: 'Quem cria canais',
      about: 'Com aprovação, o canal de um membro só aparece para quem o criou e para a equipe até que ela decida.',
      choices: CREATORS,
    },
  ],
  loadFailed: 'Erro ao carregar configurações da comunidade.',
  saveFailed: 'Erro ao atualizar configurações da comunidade.',
  saved: 'Configurações da comunidade atualizadas',
  applied: (value) =>
    `Quem cria canais: ${CREATORS.find((one) => one.value === value('channel_creation'))?.label.toLowerCase()}.`,
};

export const signUp: Block = {
  value: 'cadastro',
  label: 'Cadastro',
  title: 'Novos cadastros',
  settings: [
    {
      key: 'allow_signup',
      label: 'Permitir novos cadastros',
      about: 'Desligado, ninguém cria conta por conta própria. Quem já tem conta continua entrando.',
    },
  ],
  loadFailed: 'Erro ao carregar configurações de registro.',
  saveFailed: 'Erro ao atualizar configurações de registro.',
  saved: 'Configurações de registro atualizadas',
  applied: (value) =>
    value('allow_signup') === 'true' ? 'Novos cadastros estão permitidos.' : 'Novos cadastros estão bloqueados.',
};
