import { type PlanPeriod, withPeriod } from '@/entities/plan/plan-period';
import { PLAN_NAMES, planName } from '@/entities/plan-names';
import type { SubscriberStatus } from '@/generated/database';
import { formatCount, formatCurrency, formatDate } from '@/lib/format';
import type { Option } from '@/ui/select';
import type { Member, MemberDetail, MemberRequest, MemberState, Receipt } from './queries';

interface OfPlan {
  plan: string | null;
  period: PlanPeriod | null;
}

/** `Scale anual` */
export const offerNameOf = ({ plan, period }: OfPlan): string => withPeriod(planNameOf(plan), period);

/** Name of a charge at a price that is none of the plans. */
export const OTHER_PRODUCT = 'Cobrança de outro produto';

export const planNameOf = (plan: string | null): string => planName(plan, 'Sem plano');

export const STATE_NAMES: Readonly<Record<MemberState, string>> = {
  active: 'Ativa',
  ending: 'Cancelada, com acesso',
  grace: 'Pagamento em atraso',
  courtesy: 'Cortesia',
  pending: 'Pagamento por confirmar',
  suspended: 'Suspensa',
  ended: 'Encerrada',
};

export const HAS_ACCESS: Readonly<Record<MemberState, boolean>> = {
  active: true,
  ending: true,
  grace: true,
  courtesy: true,
  pending: false,
  suspended: false,
  ended: false,
};

export const PLAN_OPTIONS: readonly Option[] = Object.entries(PLAN_NAMES).map(([value, label]) => ({ value, label }));

export const MONTHS_OPTIONS: readonly Option[] = [1, 2, 3, 6, 12].map((months) => ({
  value: String(months),
  label: months === 1 ? '1 mês' : `${months} meses`,
}));

export const memberName = ({ name, email }: Pick<MemberDetail, 'name' | 'email'>): string =>
  name ?? email ?? 'Conta sem nome';

/** Returns a text about the end of the access. */
export function untilText({ state, until, period_end: end }: Member): string {
  if (state === 'active') return end ? renewal(end) : 'Sem fim marcado';
  if (until && HAS_ACCESS[state]) return `Até ${formatDate(until)}`;
  return 'Sem acesso';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The payment provider charges some time after a period's end. */
export function renewal(end: string, now = Date.now()): string {
  const late = Math.floor((now - Date.parse(end)) / DAY_MS);
  if (late < 0) return `Renova em ${formatDate(end)}`;
  return late === 0 ? 'Renovação em curso' : `Renovação atrasada há ${formatCount(late, 'dia', 'dias')}`;
}

/** `R$ 97,00 em 14/11/2026` */
export function paymentText({ paid_at: at, paid_amount: amount }: Member): string {
  return at && amount !== null ? `${money(amount)} em ${formatDate(at)}` : 'Nenhum';
}

export const money = (centavos: number): string => formatCurrency(centavos / 100);

/** The provider's words. */
const STATUSES: Readonly<Record<Exclude<SubscriberStatus, 'courtesy' | 'unknown'>, string>> = {
  active: 'Ativa',
  trialing: 'Em período de teste',
  past_due: 'Pagamento em atraso',
  canceled: 'Encerrada',
  unpaid: 'Não paga',
  paused: 'Pausada',
  incomplete: 'Pagamento por confirmar',
  incomplete_expired: 'Não concluída',
};

/** Returns the name of a status. An unknown word of the provider is its own name. */
export const statusName = (status: string): string =>
  (STATUSES as Readonly<Record<string, string | undefined>>)[status] ?? status;

const RECEIPTS: Readonly<Record<string, string>> = {
  paid: 'Pago',
  open: 'Em aberto',
  void: 'Anulado',
  uncollectible: 'Não recebido',
};

export const receiptName = ({ status, refunded_at: refunded }: Receipt): string =>
  refunded ? 'Devolvido' : (RECEIPTS[status] ?? status);

const RIGHTS = { withdrawal: 'direito de arrependimento, 7 dias', guarantee: 'garantia de 30 dias' };

export function requestName({ act, right }: MemberRequest): string {
  if (act === 'refund') return right ? `Devolução: ${RIGHTS[right]}` : 'Devolução';
  return act === 'cancel' ? 'Cancelamento no fim do período' : 'Cancelamento desfeito';
}
