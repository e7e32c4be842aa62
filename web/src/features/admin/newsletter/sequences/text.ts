/** Words of the automated sequences. */
import { formatCount } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { PlannedOutcome, Reason, ReasonCount, RunState, SequenceName } from './queries';

export const SEQUENCES: Readonly<Record<SequenceName, { label: string; about: string }>> = {
  welcome: {
    label: 'Boas-vindas à carta',
    about: 'Três e-mails na primeira semana de quem se inscreve na carta e confirma o endereço.',
  },
  abandoned_checkout: {
    label: 'Compra deixada',
    about:
      'Dois lembretes para quem abriu a página de pagamento e não pagou. Param com o pagamento e não se repetem em 30 dias.',
  },
  first_month: {
    label: 'Primeiro mês de membro',
    about: 'Três e-mails depois do primeiro pagamento. O que a pessoa já fez no site não é sugerido.',
  },
  away: {
    label: 'Membro ausente',
    about: 'Um e-mail para o membro que está há 30 dias sem entrar no site, uma vez só.',
  },
  win_back: {
    label: 'Retorno',
    about: 'Um e-mail 30 dias depois do fim da assinatura, uma vez só. Não sai se a pessoa voltou.',
  },
  after_refund: {
    label: 'Depois da devolução',
    about: 'Uma pergunta, três dias depois de o pagamento ser devolvido.',
  },
};

export const REASONS: Readonly<Record<Reason, string>> = {
  bought: 'comprou ou já é membro',
  membership_over: 'não é mais membro',
  came_back: 'voltou ao site',
  unsubscribed: 'pediu para não receber',
  suppressed: 'o endereço recusa e-mails',
  erased: 'a conta foi apagada',
  unreachable: 'não tem conta com e-mail confirmado',
  overdue: 'passou da hora',
  not_needed: 'já tinha feito o que o e-mail sugere',
  already_seen: 'já passou por esta sequência',
};

export const RUN_STATES: Readonly<Record<RunState, { label: string; tone: StateTone }>> = {
  running: { label: 'Em curso', tone: 'running' },
  done: { label: 'Chegou ao fim', tone: 'success' },
  stopped: { label: 'Parou antes', tone: 'waiting' },
};

export const OUTCOMES: Readonly<Record<PlannedOutcome, { label: string; tone: StateTone }>> = {
  sends: { label: 'Sai', tone: 'success' },
  skips: { label: 'Não sai', tone: 'waiting' },
  ends: { label: 'Para aqui', tone: 'failure' },
};

const HOURS_A_DAY = 24;

/** Returns the delay of a step as text. */
export function delayText(hours: number): string {
  if (hours === 0) return 'Na hora';
  if (hours % HOURS_A_DAY !== 0) return `Depois de ${formatCount(hours, 'hora', 'horas')}`;
  return `Depois de ${formatCount(hours / HOURS_A_DAY, 'dia', 'dias')}`;
}

/** Returns the sum of counts with its reasons: `3 (2 passou da hora, 1 voltou ao site)`. */
export function reasonsText(counts: readonly ReasonCount[]): string {
  return counts.map(({ reason, count }) => `${count} ${REASONS[reason]}`).join(', ');
}

export const sum = (counts: readonly ReasonCount[]): number => counts.reduce((total, { count }) => total + count, 0);
