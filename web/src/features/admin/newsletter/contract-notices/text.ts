/** Words of the notices of contract changes. */
import { planName } from '@/entities/plan-names';
import { formatDate } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { ContractAudience, ContractNoticeKind, ContractNoticeState, EarliestChange } from './queries';

export const KINDS: Readonly<Record<ContractNoticeKind, string>> = {
  price: 'Preço',
  terms: 'Termos de uso',
  privacy: 'Política de privacidade',
};

export const AUDIENCES: Readonly<Record<ContractAudience, string>> = {
  members: 'Membros',
  accounts: 'Todos que têm conta',
  everyone: 'Todos que têm conta ou recebem a carta',
};

/** The audiences that a notice may have. */
export const audiencesOf = (kind: ContractNoticeKind): readonly ContractAudience[] =>
  kind === 'price' ? ['members', 'accounts'] : ['members', 'accounts', 'everyone'];

export const STATES: Readonly<Record<ContractNoticeState, { label: string; tone: StateTone }>> = {
  sending: { label: 'Enviando', tone: 'running' },
  done: { label: 'Enviado', tone: 'success' },
  stopped: { label: 'Espera você', tone: 'failure' },
};

/** Returns a day without an hour, such as `2027-01-15`, as people read it. */
export const dayText = (day: string): string => formatDate(`${day}T12:00:00Z`);

export function audienceText(audience: ContractAudience, plans: readonly string[]): string {
  if (audience !== 'members' || plans.length === 0) return AUDIENCES[audience];
  return `Membros: ${plans.map((plan) => planName(plan)).join(', ')}`;
}

/** Returns the sentence about the earliest day. */
export function earliestText({ day, days }: EarliestChange): string {
  if (days === 0) return `A partir de ${dayText(day)}.`;
  return `Os seus termos prometem ${days} dias de antecedência: a partir de ${dayText(day)}.`;
}

/** Returns what is wrong with a day, if anything. */
export function dayError(day: string, earliest: EarliestChange | undefined): string | undefined {
  if (!day) return 'Escolha o dia.';
  return earliest && day < earliest.day ? earliestText(earliest) : undefined;
}
