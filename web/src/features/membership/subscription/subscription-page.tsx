import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { withPeriod } from '@/entities/plan/plan-period';
import { PLAN_NAMES } from '@/entities/plan-names';
import { canEnd } from '@/entities/subscription-status';
import { adviceOf, isRefusedWith } from '@/lib/errors';
import { formatCurrency, formatLongDate } from '@/lib/format';
import { functionAnswer, openPaymentPage } from '@/lib/functions';
import { useSearchParams } from '@/lib/router';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { StateBadge } from '@/ui/state-badge';
import { type ToastMessage, toast } from '@/ui/toast';
import { BenefitList } from '@/widgets/benefit-list';
import { canChangePlan, describe, describeRefund, isLive } from './labels';
import {
  endSubscription,
  forgetStanding,
  type Refund,
  refundSubscription,
  type SubscriptionStatus,
  standingQuery,
} from './queries';
import { Receipts } from './receipts';
import { VipGroup } from './vip-group';

export function SubscriptionPage({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(standingQuery(userId));
  return (
    <>
      <h1 className="type-display-3">Assinatura</h1>
      <p className="mt-2 mb-7 type-ui text-muted-foreground">Seu plano, seus recibos e o que você pode mudar.</p>
      <div className="grid max-w-220 gap-[clamp(1.75rem,3vw,2.75rem)]">
        {data ? (
          <>
            <Plan status={data} />
            {data.subscribed && <Included userId={userId} />}
            {data.refund && <RefundSection refund={data.refund} />}
            {data.entitlements.includes('vip_chat') && <VipGroup />}
          </>
        ) : isError ? (
          <ErrorNotice
            title="Não foi possível consultar a assinatura."
            description="A conexão falhou ou o servidor não respondeu. Seu acesso continua como estava."
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading>
            <Skeleton className="h-52 w-full max-sm:h-58" />
          </Loading>
        )}
        <Receipts userId={userId} />
      </div>
    </>
  );
}

function Plan({ status }: { status: SubscriptionStatus }) {
  const { subscription } = status;
  const { badge, tone, text } = describe(status);
  const live = isLive(status);
  // A pending refund ends it in any case.
  const endable = subscription && canEnd(subscription.status);
  return (
    <section aria-labelledby="plano" className="border border-border bg-card p-[clamp(1.5rem,2.4vw,2.25rem)]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="plano" className="type-title-1">
          {subscription?.plan
            ? `Plano ${withPeriod(PLAN_NAMES[subscription.plan], subscription.period)}`
            : 'Assinatura'}
        </h2>
        <StateBadge tone={tone}>{badge}</StateBadge>
      </div>
      <p className="mt-3 max-w-[56ch] text-base leading-normal text-foreground-2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-2 empty:hidden max-sm:*:w-full">
        {live && <PortalButtons changesPlan={canChangePlan(status)} />}
        {endable && status.refund?.state !== 'waiting' && <Ending subscription={subscription} />}
        {!live && !status.pending && (
          <ButtonLink href={paths.pricing} variant="line" size="small">
            Ver planos
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function Included({ userId }: { userId: string }) {
  return (
    <section aria-labelledby="inclui" className="border-t border-border-strong pt-4">
      <h2 id="inclui" className="mb-4 type-title-2">
        Seu plano inclui
      </h2>
      <BenefitList userId={userId} />
    </section>
  );
}

/** Cancels at the period's end, after a question; or resumes. */
export function Ending({ subscription }: { subscription: NonNullable<SubscriptionStatus['subscription']> }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const ends = subscription.cancel_at_period_end;
  const change = useMutation({
    mutationFn: endSubscription,
    onSuccess: async (_, ending) => {
      await forgetStanding(queryClient);
      setAsking(false);
      toast(
        ending
          ? { title: 'Assinatura cancelada', description: 'Nada mais será cobrado.' }
          : { title: 'Assinatura mantida', description: 'Ela se renova no fim do período.' },
      );
    },
    onError: (error) => {
      console.error('the subscription could not be changed', error);
      setAsking(false);
      toast({ title: 'A assinatura não mudou', description: adviceOf(error), tone: 'destructive' });
    },
  });
  if (ends) {
    return (
      <Button
        variant="line"
        size="small"
        busy={change.isPending}
        busyLabel="Mantendo..."
        onClick={() => change.mutate(false)}
      >
        Manter assinatura
      </Button>
    );
  }
  const until = subscription.current_period_end;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        Cancelar assinatura
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancelar a assinatura?"
        description={`Nada mais será cobrado. Seu acesso continua${until ? ` até ${formatLongDate(until)}` : ' até o fim do período pago'}, e você pode voltar atrás até lá.`}
        cancelLabel="Voltar"
        actionLabel="Cancelar assinatura"
        busy={change.isPending}
        busyLabel="Cancelando..."
        onAction={() => change.mutate(true)}
      />
    </>
  );
}

const OUTCOMES: Record<Refund['state'], { title: string; description: string }> = {
  open: { title: 'Nada mudou', description: 'Tente novamente em alguns instantes.' },
  waiting: {
    title: 'Pedido registrado',
    description: 'O serviço de pagamento não respondeu. A devolução segue assim que ele responder.',
  },
  done: { title: 'Devolução feita', description: 'A assinatura terminou. Enviei um e-mail com os detalhes.' },
  by_hand: { title: 'Assinatura encerrada', description: 'Faço a devolução pessoalmente e escrevo para você.' },
};

/** Withdrawal within seven days and the guarantee of thirty, after a question; or the refund's state. */
export function RefundSection({ refund }: { refund: Refund }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: refundSubscription,
    onSuccess: ({ state }) => toast(OUTCOMES[state]),
    onError: (error) => {
      console.error('the refund was refused', error);
      toast({ title: 'A devolução não foi feita', description: adviceOf(error), tone: 'destructive' });
    },
    onSettled: async () => {
      await forgetStanding(queryClient);
      setAsking(false);
    },
  });
  const isOpen = refund.state === 'open';
  return (
    <section aria-labelledby="devolucao" className="border-t border-border-strong pt-4">
      <h2 id="devolucao" className="type-title-2">
        {isOpen ? 'Desistir e receber de volta' : 'Devolução'}
      </h2>
      <p className="mt-3 max-w-[62ch] text-base leading-normal text-foreground-2">{describeRefund(refund)}</p>
      {(isOpen || refund.state === 'waiting') && (
        <Button
          variant="line"
          size="small"
          className="mt-5 max-sm:w-full"
          busy={!isOpen && ask.isPending}
          busyLabel="Tentando..."
          onClick={() => (isOpen ? setAsking(true) : ask.mutate())}
        >
          {isOpen ? 'Pedir devolução' : 'Tentar agora'}
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Encerrar e receber o valor de volta?"
        description={`${formatCurrency(refund.amount / 100)} voltam pelo mesmo meio de pagamento. A assinatura termina agora e a área de membros se fecha na hora. Isso não pode ser desfeito.`}
        cancelLabel="Voltar"
        actionLabel="Encerrar e devolver"
        busy={ask.isPending}
        busyLabel="Devolvendo..."
        onAction={() => ask.mutate()}
      />
    </section>
  );
}

const PORTAL = {
  failed: {
    title: 'Erro no portal',
    description: 'Não foi possível abrir o portal de gerenciamento.',
    tone: 'destructive',
  },
  unavailable: {
    title: 'Pagamento ainda não disponível',
    description: 'O portal de gerenciamento abre junto com os pagamentos. Até lá, fale comigo pelo chat.',
  },
} as const satisfies Record<string, ToastMessage>;

function PortalButtons({ changesPlan }: { changesPlan: boolean }) {
  const [search] = useSearchParams();
  const [busy, setBusy] = useState<'plan' | 'portal'>();
  const open = useCallback(async (place: 'plan' | 'portal') => {
    setBusy(place);
    try {
      const { url } = await functionAnswer('customer-portal', place === 'plan' ? { changesPlan: true } : undefined);
      if (openPaymentPage(url)) return;
      toast(PORTAL.failed);
    } catch (error) {
      const isUnavailable = isRefusedWith(error, 'payments_unavailable');
      if (!isUnavailable) console.error('the portal could not be opened', error);
      toast(isUnavailable ? PORTAL.unavailable : PORTAL.failed);
    }
    setBusy(undefined);
  }, []);
  const asked = useRef(search.get('portal') === '1');
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    // The browser's back button returns to this address.
    history.replaceState(history.state, '', location.pathname);
    void open('portal');
  }, [open]);
  return (
    <>
      {changesPlan && (
        <Button variant="line" size="small" busy={busy === 'plan'} onClick={() => void open('plan')}>
          Mudar de plano
        </Button>
      )}
      <Button variant="line" size="small" busy={busy === 'portal'} onClick={() => void open('portal')}>
        Gerenciar assinatura
      </Button>
    </>
  );
}
