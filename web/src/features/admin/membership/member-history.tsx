import { formatDate, formatDateTime } from '@/lib/format';
import { Line, Part } from '@/ui/panel-part';
import type { Courtesy, MemberRequest, MemberSubscription, OpenedCheckout, PageState } from './queries';
import { money, offerNameOf, planNameOf, requestName, statusName } from './text';

function events(subscription: MemberSubscription): string {
  const { started_at: started, current_period_end: end, ended_at: ended } = subscription;
  const dates: [string | null, string][] = [
    [started, 'Começou em'],
    [subscription.past_due_since, 'pagamento em atraso desde'],
    [subscription.canceled_at, 'cancelamento pedido em'],
    [subscription.refunded_at, 'devolvida em'],
    [subscription.disputed_at, 'contestada em'],
    [ended ? null : end, subscription.cancel_at_period_end ? 'termina em' : 'período até'],
    [ended, 'encerrada em'],
  ];
  return dates.flatMap(([at, words]) => (at ? [`${words} ${formatDate(at)}`] : [])).join(' · ');
}

export function Subscriptions({ subscriptions }: { subscriptions: readonly MemberSubscription[] }) {
  return (
    <Part title="Assinaturas">
      {subscriptions.length === 0 && <p className="text-foreground-2">Nenhuma assinatura até hoje.</p>}
      {subscriptions.map((subscription) => (
        <Line
          key={subscription.id}
          title={`${offerNameOf(subscription)}: ${statusName(subscription.status).toLowerCase()}`}
          detail={events(subscription)}
        />
      ))}
    </Part>
  );
}

const CHECKOUTS: Readonly<Record<PageState, string>> = {
  opening: 'não chegou a abrir',
  open: 'aberta',
  completed: 'concluída',
  expired: 'expirou sem pagamento',
  failed: 'recusada pelo serviço de pagamento',
};

/** The payment pages that were opened, and what became of them. */
export function Checkouts({ checkouts }: { checkouts: readonly OpenedCheckout[] }) {
  if (checkouts.length === 0) return null;
  return (
    <Part
      title="Páginas de pagamento"
      about="As 12 últimas. Quando uma expira, a pessoa pode escolher o plano de novo."
    >
      {checkouts.map((checkout) => (
        <Line
          key={checkout.id}
          title={`${offerNameOf(checkout)}: ${CHECKOUTS[checkout.state]}`}
          detail={`Pedida em ${formatDateTime(checkout.created_at)}`}
        />
      ))}
    </Part>
  );
}

export function MemberRequests({ requests }: { requests: readonly MemberRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Part title="Pedidos do membro" about="O que a própria pessoa pediu na página da sua assinatura.">
      {requests.map((request) => (
        <Line key={`${request.act} ${request.asked_at}`} title={requestName(request)} detail={requestDetail(request)} />
      ))}
    </Part>
  );
}

function requestDetail({ act, asked_at: asked, done_at: done, amount, by_hand: byHand }: MemberRequest): string {
  const isRefund = act === 'refund';
  const words = [
    asked && `Pedido em ${formatDateTime(asked)}`,
    isRefund && amount !== null && money(amount),
    isRefund && done && !byHand && `devolvido em ${formatDate(done)}`,
    byHand && 'a devolver por outro meio',
    isRefund && !done && 'aguarda o serviço de pagamento',
    !isRefund && !done && 'o serviço de pagamento não respondeu e nada mudou',
  ];
  return words.filter(Boolean).join(' · ');
}

export function Courtesies({ courtesies }: { courtesies: readonly Courtesy[] }) {
  if (courtesies.length === 0) return null;
  return (
    <Part title="Cortesias">
      {courtesies.map((courtesy) => (
        <Line
          key={courtesy.id}
          title={`${planNameOf(courtesy.plan)}: ${courtesy.months === 1 ? '1 mês' : `${courtesy.months} meses`}`}
          detail={courtesyDetail(courtesy)}
        />
      ))}
    </Part>
  );
}

function courtesyDetail({ starts_at: from, ends_at: until, revoked_at: revoked, reason }: Courtesy): string {
  const words = [
    `De ${formatDate(from)} a ${formatDate(until)}`,
    revoked && `encerrada em ${formatDate(revoked)}`,
    `motivo: ${reason}`,
  ];
  return words.filter(Boolean).join(' · ');
}
