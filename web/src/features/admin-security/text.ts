/** What the Segurança tab says, beside the words of each setting in `blocks.ts`. */
import { FAILURE_ADVICE, failureOf } from '@/lib/failure';
import { formatNumber } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { ToastMessage } from '@/ui/toast';
import { FunctionFailed, type JobRun } from './queries';
import { rangeOf, type SettingKey } from './values';

/** Only signed-in people change settings. */
export const LOGIN_NEEDED = 'Você precisa estar logado para alterar essas configurações.';

/** `De 6 a 50 caracteres`; nothing for a switch. */
export function rangeHint(key: SettingKey, unit: string): string | undefined {
  const range = rangeOf(key);
  return range && `De ${formatNumber(range.least)} a ${formatNumber(range.most)} ${unit}`;
}

/** A failed change, by its own title and what to do about it: in the server's words, where it has some for people. */
export function failed(title: string, error: unknown): ToastMessage {
  const { kind } = failureOf(error);
  const advice = error instanceof FunctionFailed ? error.advice : undefined;
  const description = kind === 'expired' ? LOGIN_NEEDED : (advice ?? FAILURE_ADVICE[kind]);
  return { title, description, tone: 'destructive' };
}

export const loadAdvice = 'A conexão falhou ou o servidor não respondeu.';

export const secondFactor = {
  title: 'Autenticação em dois fatores (2FA)',
  about: 'Um código recebido por SMS, além da senha, para entrar nesta conta.',
  unavailable:
    'O servidor ainda não confere o segundo fator. Até lá o cadastro fica desligado: um código que ninguém confere não protege a conta.',
  phone: 'Número de telefone',
  phoneHint: 'Com DDI, como +5511999999999. Pelo menos 10 caracteres.',
  send: 'Enviar código',
  steps: [
    'Informe o número de telefone que vai receber o código.',
    'Digite o código de 6 dígitos recebido por SMS.',
    '2FA Ativo: sua conta está protegida.',
  ],
};

export const authLogText = {
  title: 'Logs de Autenticação',
  loadFailed: 'Erro ao carregar logs de autenticação.',
  empty: { title: 'Nenhum log encontrado', description: 'Entradas, saídas e recusas aparecem aqui.' },
  cleaned: {
    title: 'Logs antigos removidos',
    description: 'Os registros com mais de 180 dias saíram da lista.',
    tone: 'success',
  },
  cleanFailed: 'Erro ao limpar logs antigos.',
} as const;

export const jobLogText = {
  title: 'Logs de Jobs',
  loadFailed: 'Erro ao carregar logs de jobs.',
  empty: { title: 'Nenhum log encontrado', description: 'Cada execução de um job aparece aqui.' },
  runFailed: 'Erro ao executar o job.',
};

/** How a run that was asked for ended. */
export function runToast({ job_name: job, status, message }: JobRun): ToastMessage {
  const description = [job, message].filter(Boolean).join(': ');
  return status === 'error'
    ? { title: jobLogText.runFailed, description, tone: 'destructive' }
    : { title: 'Job executado', description, tone: 'success' };
}

const ACTIONS: Readonly<Record<string, string>> = {
  login: 'Login',
  logout: 'Saída',
  signup: 'Cadastro',
  token_refreshed: 'Sessão renovada',
  token_revoked: 'Sessão encerrada',
  user_updated: 'Conta alterada',
  user_created: 'Conta criada',
  user_deleted: 'Conta excluída',
  recovery_requested: 'Nova senha pedida',
  token_verified: 'Link ou código usado',
  confirmation_requested: 'Confirmação pedida',
  code_requested: 'Link ou código pedido',
  reauthentication_requested: 'Nova verificação pedida',
  email_change_requested: 'Troca de e-mail pedida',
  phone_change_requested: 'Troca de telefone pedida',
  user_invited: 'Convite enviado',
  link_generated: 'Link gerado',
  factor_enrolled: 'Segunda etapa iniciada',
  factor_challenged: 'Código da segunda etapa pedido',
  factor_verified: 'Segunda etapa confirmada',
  factor_removed: 'Segunda etapa removida',
  recovery_codes_generated: 'Códigos de recuperação gerados',
  recovery_code_used: 'Código de recuperação usado',
  passkey_created: 'Passkey adicionada',
  passkey_updated: 'Passkey renomeada',
  passkey_deleted: 'Passkey removida',
};

/** What happened, in Portuguese; one that is not named here shows the server's word. */
export const actionName = (action: string): string => ACTIONS[action] ?? action;

const REASONS: Readonly<Record<string, string>> = {
  invalid_credentials: 'Email ou senha incorretos',
  email_not_confirmed: 'E-mail não confirmado',
  over_request_rate_limit: 'Limite de tentativas atingido',
  over_email_send_rate_limit: 'Limite de e-mails atingido',
  over_sms_send_rate_limit: 'Limite de mensagens atingido',
  phone_not_confirmed: 'Telefone não confirmado',
  phone_exists: 'Telefone já usado em outra conta',
  reauthentication_not_valid: 'Código vencido ou errado',
  insufficient_aal: 'Segunda etapa não confirmada',
  reauthentication_needed: 'Confirmação recente necessária',
  no_authorization: 'Sem autorização',
  mfa_verification_failed: 'Código da segunda etapa incorreto',
  mfa_challenge_expired: 'Código da segunda etapa vencido',
  mfa_ip_address_mismatch: 'Código respondido de outro endereço',
  mfa_factor_not_found: 'Segunda etapa não encontrada',
  mfa_verified_factor_exists: 'Segunda etapa já existente',
  mfa_phone_enroll_not_enabled: 'SMS não configurado',
  mfa_phone_verify_not_enabled: 'SMS não configurado',
  mfa_webauthn_enroll_not_enabled: 'Chaves de segurança não oferecidas',
  mfa_recovery_codes_locked: 'Códigos de recuperação bloqueados',
  mfa_recovery_codes_sole_factor: 'Códigos de recuperação sem outra etapa',
  too_many_enrolled_mfa_factors: 'Limite de segundas etapas atingido',
  user_banned: 'Conta suspensa',
  user_not_found: 'Conta não encontrada',
  user_already_exists: 'Conta já existente',
  email_exists: 'Conta já existente',
  signup_disabled: 'Cadastros bloqueados',
  weak_password: 'Senha fraca',
  same_password: 'Senha igual à anterior',
  otp_expired: 'Link ou código vencido ou já usado',
  session_not_found: 'Sessão encerrada',
  session_expired: 'Sessão vencida',
  refresh_token_not_found: 'Sessão desconhecida',
  refresh_token_already_used: 'Sessão já renovada em outro lugar',
  validation_failed: 'Dados inválidos',
  webauthn_verification_failed: 'Passkey não reconhecida',
  webauthn_counter_went_back: 'Passkey possivelmente copiada',
  webauthn_challenge_not_found: 'Pedido de passkey desconhecido ou já usado',
  webauthn_challenge_expired: 'Pedido de passkey vencido',
  webauthn_credential_exists: 'Passkey já cadastrada',
  too_many_passkeys: 'Limite de passkeys atingido',
  mfa_factor_name_conflict: 'Nome já usado',
};

/** Why it was refused. */
export const reasonOf = (code: string): string => REASONS[code] ?? code;

const STATUS: Readonly<Record<string, { label: string; tone: StateTone }>> = {
  success: { label: 'Sucesso', tone: 'success' },
  error: { label: 'Erro', tone: 'failure' },
  running: { label: 'Em execução', tone: 'running' },
};

/** How a run stands; nothing for a word this panel does not know. */
export const statusOf = (status: string): { label: string; tone: StateTone } | undefined => STATUS[status];

/** `84 ms`, `1,5 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1000, 1)} s`;
}
