/** Words of the panel's letters. */
import { formatCount } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type {
  Audience,
  CampaignList,
  CampaignState,
  PauseReason,
  RecipientState,
  SuppressionKind,
  SuppressionSource,
} from './queries';

export const CAMPAIGN_STATES: Readonly<Record<CampaignState, { label: string; tone: StateTone }>> = {
  draft: { label: 'Rascunho', tone: 'draft' },
  scheduled: { label: 'Agendada', tone: 'waiting' },
  asking: { label: 'Espera você', tone: 'failure' },
  sending: { label: 'Enviando', tone: 'running' },
  paused: { label: 'Pausada', tone: 'waiting' },
  done: { label: 'Enviada', tone: 'success' },
  cancelled: { label: 'Cancelada', tone: 'failure' },
};

export const LIST_NAMES: Readonly<Record<CampaignList, string>> = {
  open: 'Newsletter aberta',
  premium: 'Carta premium',
};

export const LIST_ABOUT: Readonly<Record<CampaignList, string>> = {
  open: 'Quem se inscreveu e confirmou o endereço. Os trechos para assinantes viram um convite para quem não assina.',
  premium: 'Membros cujo plano inclui a carta premium. Todos recebem o texto completo.',
};

export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  full: 'Texto completo',
  teaser: 'Com convite no lugar dos trechos para assinantes',
};

export const RECIPIENT_STATES: Readonly<Record<RecipientState, { label: string; tone: StateTone; about: string }>> = {
  waiting: { label: 'À espera', tone: 'waiting', about: 'Ainda não saiu' },
  sending: { label: 'A enviar', tone: 'running', about: 'Saindo neste instante' },
  delivered: { label: 'Entregue ao servidor', tone: 'success', about: 'O servidor de e-mail aceitou' },
  failed: { label: 'Falhou', tone: 'failure', about: 'O servidor recusou de vez' },
  uncertain: { label: 'Incerto', tone: 'running', about: 'Pode ter chegado ou não' },
  skipped: { label: 'Saltado', tone: 'waiting', about: 'Não era mais para enviar' },
};

const NOT_STARTED = 'A carta não saiu no horário marcado';

const SKIPPED: Readonly<Record<string, string>> = {
  unsubscribed: 'Saiu da lista',
  not_entitled: 'O plano não inclui mais a carta',
  suppressed: 'O endereço recusa e-mails',
  erased: 'A conta foi apagada',
  cancelled: 'O envio foi cancelado',
};

/** Returns the reason of a refusal or a skip as text. A server's own words stay as they are. */
export const reasonText = (reason: string | null): string => SKIPPED[reason ?? ''] ?? reason ?? '';

const PAUSES: Readonly<Record<PauseReason, { title: string; text: (detail: string) => string }>> = {
  errors: {
    title: 'O envio parou por causa de erros',
    text: (detail) =>
      `O servidor de e-mail respondeu: ${detail}. Confira o serviço de e-mail e continue; ninguém recebe duas vezes.`,
  },
  complaints: {
    title: 'O envio parou: muita gente marcou a carta como spam',
    text: () =>
      'Acima de 0,3%, os provedores passam a recusar o remetente. Confira se todos pediram esta carta antes de continuar.',
  },
  overdue: { title: 'O servidor esteve parado por mais de uma hora', text: () => 'A carta espera a sua decisão.' },
  copied: {
    title: 'Este servidor é uma cópia, foi restaurado ou mudou de lugar',
    text: () => 'A carta espera a sua decisão.',
  },
  no_letter: { title: NOT_STARTED, text: () => 'O texto não existe mais ou está na lixeira.' },
  for_members: {
    title: NOT_STARTED,
    text: () => 'O texto é só para assinantes: envie pela lista premium ou abra uma parte dele.',
  },
  unknown_field: { title: NOT_STARTED, text: (detail) => `O campo {${detail}} não existe.` },
  field_without_default: {
    title: NOT_STARTED,
    text: (detail) => `O campo {${detail}} precisa de um texto curto para quem não o tem.`,
  },
  too_long: { title: NOT_STARTED, text: () => 'O e-mail passa de 100 KB, e o Gmail o cortaria. Encurte o texto.' },
  no_recipients: { title: NOT_STARTED, text: () => 'Ninguém atende ao segmento.' },
};

/** Returns title and text of the reason why the server stopped a campaign. */
export const pauseText = (pause: PauseReason, detail: string | null): { title: string; text: string } => ({
  title: PAUSES[pause].title,
  text: PAUSES[pause].text(detail ?? ''),
});

export const SUPPRESSION_KINDS: Readonly<Record<SuppressionKind, string>> = {
  hard: 'O endereço não existe ou está fechado',
  soft: 'Recusou várias vezes seguidas',
  complaint: 'A pessoa marcou como spam',
  manual: 'Suprimido à mão',
};

export const SUPPRESSION_SOURCES: Readonly<Record<SuppressionSource, string>> = {
  relay: 'recusa do servidor de e-mail',
  report: 'aviso de falha na entrega',
  webhook: 'aviso do serviço de e-mail',
  panel: 'painel',
};

export const readersText = (count: number): string => formatCount(count, 'leitor', 'leitores');

export const peopleText = (count: number): string => formatCount(count, 'pessoa', 'pessoas');

/** `12`, `1.284` or `1284` as a number; undefined for what is none. */
export function typedNumber(text: string): number | undefined {
  const plain = text.trim();
  return /^(\d+|\d{1,3}(\.\d{3})+)$/.test(plain) ? Number(plain.replaceAll('.', '')) : undefined;
}
