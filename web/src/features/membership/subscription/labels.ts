import { isLive as isLiveStatus } from '@/entities/subscription-status';
import type { AccessReason } from '@/generated/functions';
import { formatCurrency, formatDate, formatLongDate } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { Receipt, Refund, SubscriptionStatus } from './queries';

export interface Words {
  badge: string;
  tone: StateTone;
  text: string;
}

/** An end at midnight belongs to the day before. */
const lastDay = (until: string) => formatLongDate(Date.parse(until) - 1);

const until = (instant: string | null) => (instant ? ` até ${formatLongDate(instant)}` : '');

type KnownSubscription = NonNullable<SubscriptionStatus['subscription']>;

const FAILED: Words = {
  badge: 'Suspensa',
  tone: 'failure',
  text: 'O pagamento não foi feito no prazo. O acesso volta assim que ele for regularizado no portal.',
};

/** Texts without access; `null` where what was paid or given is over. */
const CLOSED: Readonly<Record<AccessReason, Words | null>> = {
  refunded: { badge: 'Devolvida', tone: 'draft', text: 'A assinatura foi encerrada e o valor, devolvido.' },
  disputed: {
    badge: 'Contestada',
    tone: 'failure',
    text: 'O pagamento está contestado no banco. O acesso fica fechado até a decisão.',
  },
  first_payment_pending: {
    badge: 'Aguardando pagamento',
    tone: 'running',
    text: 'O acesso abre quando o primeiro pagamento for confirmado. No boleto, isso leva até três dias úteis.',
  },
  first_payment_missing: {
    badge: 'Não paga',
    tone: 'draft',
    text: 'O primeiro pagamento não foi feito no prazo. Nada foi cobrado.',
  },
  payment_failed: FAILED,
  grace: FAILED,
  paused: { badge: 'Pausada', tone: 'draft', text: 'A assinatura está pausada. Retome pelo portal.' },
  paid: null,
  trial: null,
  paid_until_end: null,
  courtesy: null,
  courtesy_over: null,
  unknown_state: null,
};

export function describe(
  { subscribed, subscription }: Pick<SubscriptionStatus, 'subscribed' | 'subscription'>,
  now = Date.now(),
): Words {
  if (!subscription) return { badge: 'Sem assinatura', tone: 'draft', text: 'Você ainda não assina um plano.' };
  const { access_reason: reason } = subscription;
  if (subscribed) return open(subscription, now);
  return (reason && CLOSED[reason]) ?? { badge: 'Encerrada', tone: 'draft', text: ended(subscription) };
}

function ended({ access_until: end }: KnownSubscription): string {
  return end ? `O acesso terminou em ${formatLongDate(end)}.` : 'A assinatura terminou.';
}

function open(subscription: KnownSubscription, now: number): Words {
  const { access_reason: reason, access_until: end } = subscription;
  switch (reason) {
    case 'paid_until_end':
      return { badge: 'Cancelada', tone: 'draft', text: `Nada mais será cobrado. Seu acesso continua${until(end)}.` };
    case 'grace':
      return {
        badge: 'Pagamento em atraso',
        tone: 'failure',
        text: `A última cobrança não passou. Seu acesso continua${until(end)}: troque o cartão ou pague no portal.`,
      };
    case 'courtesy':
      return { badge: 'Cortesia', tone: 'success', text: `Seu acesso é um presente${until(end)}.` };
    case 'paid':
    case 'trial':
    case 'refunded':
    case 'disputed':
    case 'payment_failed':
    case 'first_payment_pending':
    case 'first_payment_missing':
    case 'paused':
    case 'courtesy_over':
    case 'unknown_state':
    case null:
      break;
    default:
      // An older page may meet a reason of a newer server.
      reason satisfies never;
  }
  return { badge: 'Ativa', tone: 'success', text: renewal(subscription, now) };
}

function renewal(subscription: KnownSubscription, now: number): string {
  const { current_period_end: end, period, next_amount: amount } = subscription;
  const money = amount ? ` por ${formatCurrency(amount / 100)}` : '';
  const charge = `${money}${card(subscription)}.`;
  if (!end) return `Renova ${period === 'year' ? 'todo ano' : 'todo mês'}${charge}`;
  const day = formatLongDate(end);
  // The payment provider may take some hours.
  return Date.parse(end) < now ? `A renovação de ${day} está em andamento.` : `Renova em ${day}${charge}`;
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  elo: 'Elo',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** `, no cartão Visa com final 4242`. A brand without a name here is left out. */
function card({ card_brand: brand, card_last_four: digits }: KnownSubscription): string {
  if (!digits) return '';
  const name = brand ? BRANDS[brand] : undefined;
  return `, no cartão${name ? ` ${name}` : ''} com final ${digits}`;
}

/** True if another plan can be chosen: the subscription renews itself. */
export function canChangePlan({ subscription }: Pick<SubscriptionStatus, 'subscription'>): boolean {
  return subscription?.status === 'active' && !subscription.cancel_at_period_end;
}

/** Returns `true` if it may still be charged, so that the portal has something to manage. */
export function isLive({ subscription }: Pick<SubscriptionStatus, 'subscription'>): boolean {
  return subscription !== null && isLiveStatus(subscription.status);
}

export function describeRefund({ state, kind, until: end, amount }: Refund): string {
  const money = formatCurrency(amount / 100);
  switch (state) {
    case 'open':
      return kind === 'withdrawal'
        ? `Você pode desistir${end ? ` até ${lastDay(end)}` : ''} e receber ${money} de volta. É o seu direito de arrependimento, previsto em lei.`
        : `Pela garantia de trinta dias, você pode encerrar${end ? ` até ${lastDay(end)}` : ''} e receber ${money} de volta.`;
    case 'waiting':
      return `Seu pedido de devolução de ${money} está registrado. O serviço de pagamento ainda não respondeu: continuo tentando, e você recebe um e-mail quando estiver feito.`;
    case 'by_hand':
      return `A forma de pagamento não permite devolver ${money} automaticamente. Faço a devolução pessoalmente e escrevo para você.`;
    default:
      return `${money} voltam pelo mesmo meio de pagamento. No cartão, o prazo para o crédito aparecer depende do emissor.`;
  }
}

const RECEIPTS: Record<string, [string, StateTone]> = {
  paid: ['Pago', 'success'],
  open: ['Em aberto', 'running'],
  void: ['Cancelado', 'draft'],
  uncollectible: ['Não pago', 'failure'],
};

export function describeReceipt({ status, refunded_at: returned }: Pick<Receipt, 'status' | 'refunded_at'>): {
  word: string;
  tone: StateTone;
} {
  const [word, tone] = returned ? (['Devolvido', 'draft'] as const) : (RECEIPTS[status] ?? [status, 'draft']);
  return { word, tone };
}

export const receiptDay = ({ created_at }: Pick<Receipt, 'created_at'>) => ` de ${formatDate(created_at)}`;
