import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '@/app/pages';
import { hasPix } from '@/entities/payment-methods';
import { withPeriod } from '@/entities/plan/plan-period';
import { PLAN_NAMES } from '@/entities/plan-names';
import { contentQuery } from '@/entities/site';
import { isRefusedWith } from '@/lib/errors';
import { Navigate, useSearchParams } from '@/lib/router';
import { Button } from '@/ui/button';
import { ButtonLink, TextLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';
import { receiptsQuery, returnQuery, type SubscriptionStatus } from './queries';

interface View {
  title: string;
  lede: ReactNode;
  children: ReactNode;
}

export interface PaymentReturnProps {
  userId: string;
  email: string | undefined;
  /** The payment may take days to be confirmed, as a boleto does; others take seconds. */
  waits: boolean;
  frame: (view: View & { headingRef: React.RefObject<HTMLHeadingElement | null> }) => ReactNode;
  signOut: ReactNode;
}

/** Pauses between requests in milliseconds; the last one repeats. */
const PAUSES = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000];

/** Pause in milliseconds if only a boleto may wait, which takes days. */
const SLOW = 20_000;

/** Number of requests without success after which the page says that it takes long. */
const MAX_ATTEMPTS = 6;

export function PaymentReturn({ userId, email, waits, frame, signOut }: PaymentReturnProps) {
  const [search] = useSearchParams();
  const checkout = search.get('checkout');
  const { data: mayBePix = false } = useQuery({
    ...contentQuery('plans'),
    select: (plans) => hasPix(plans.payment_methods),
  });
  const { data, error, isError, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...returnQuery(userId, checkout),
    // An invalid address stays invalid.
    retry: false,
    refetchInterval: ({ state }) => {
      if ((state.data?.subscribed && state.data.checkout !== 'open') || isRefusedWith(state.error, 'not_your_checkout'))
        return false;
      if (waits && !mayBePix) return SLOW;
      return PAUSES[Math.min(state.dataUpdateCount + state.errorUpdateCount, PAUSES.length - 1)] ?? SLOW;
    },
  });
  const asked = useRef({ at: 0, times: 0 });
  if (asked.current.at !== dataUpdatedAt) asked.current = { at: dataUpdatedAt, times: asked.current.times + 1 };
  const again = (
    <Button variant="line" size="small" className="max-sm:w-full" busy={isFetching} onClick={() => void refetch()}>
      Verificar de novo
    </Button>
  );
  const headingRef = useRef<HTMLHeadingElement>(null);
  const late = asked.current.times > MAX_ATTEMPTS;
  const answer = answerOf(data, error, isError, waits, late);
  useEffect(() => {
    // Not on the first render: the page begins at its top.
    if (answer !== 'waiting') headingRef.current?.focus();
  }, [answer]);
  if (answer === 'earlier') return <Navigate to={paths.membersSubscription} replace />;
  if (answer === 'pending' && !waits) return <Navigate to={paths.paymentPendingOf(checkout)} replace />;
  if (answer === 'confirmed' && waits) return <Navigate to={paths.paymentDoneOf(checkout)} replace />;
  const bill = <OpenBill userId={userId} label={mayBePix ? 'Ver a cobrança' : 'Ver o boleto'} />;
  return frame({ ...view(answer, { data, email, again, signOut, bill, mayBePix }), headingRef });
}

type Answer = 'waiting' | 'late' | 'confirmed' | 'earlier' | 'pending' | 'unpaid' | 'foreign' | 'unreachable';

export function answerOf(
  data: SubscriptionStatus | undefined,
  error: unknown,
  isError: boolean,
  waits: boolean,
  late: boolean,
): Answer {
  if (isRefusedWith(error, 'not_your_checkout')) return 'foreign';
  if (data?.subscribed && data.checkout === 'completed') return 'confirmed';
  // A subscriber who pays nothing here came by an old or shortened address.
  if (data?.subscribed && data.checkout !== 'open') return 'earlier';
  if (data?.pending) return 'pending';
  if (data?.subscription?.access_reason === 'first_payment_missing') return 'unpaid';
  if (isError) return 'unreachable';
  // The page of a payment that waits, without any.
  if (data && waits) return 'unpaid';
  return late ? 'late' : 'waiting';
}

interface ViewOptions {
  data: SubscriptionStatus | undefined;
  email: string | undefined;
  again: ReactNode;
  signOut: ReactNode;
  /** The link to the open bill. */
  bill: ReactNode;
  /** True if what waits may be a Pix; else it is a boleto. */
  mayBePix: boolean;
}

const PENDING = {
  boleto: {
    title: 'Boleto gerado',
    lede: 'Depois de pago, o banco leva até três dias úteis para confirmar.',
  },
  payment: {
    title: 'Falta o pagamento',
    lede: 'O Pix é confirmado em segundos; o boleto, em até três dias úteis.',
  },
};

/** `O plano Scale anual`, as the subscription has it. */
function planOf(data: SubscriptionStatus | undefined): string | undefined {
  const { plan, period } = data?.subscription ?? {};
  return plan ? `O plano ${withPeriod(PLAN_NAMES[plan], period)}` : undefined;
}

function pending(data: SubscriptionStatus | undefined, mayBePix: boolean, ways: ReactNode): View {
  const { title, lede } = PENDING[mayBePix ? 'payment' : 'boleto'];
  return {
    title,
    lede: `${lede} ${planOf(data) ?? 'O acesso'} é liberado automaticamente, e você recebe um e-mail.`,
    children: (
      <Ways>
        {ways}
        <TextLink href={paths.pricing} className="inline-flex min-h-11 items-center">
          Pagar de outra forma
        </TextLink>
      </Ways>
    ),
  };
}

function view(answer: Answer, { data, email, again, signOut, bill, mayBePix }: ViewOptions): View {
  switch (answer) {
    case 'confirmed':
      return confirmed(data);
    case 'pending':
      return pending(
        data,
        mayBePix,
        <>
          {bill}
          {again}
        </>,
      );
    case 'unpaid':
      return {
        title: 'Não há pagamento confirmado',
        lede: 'O pagamento não foi concluído e nada foi cobrado. Você pode escolher o plano de novo quando quiser.',
        children: (
          <Ways>
            <ButtonLink href={paths.pricing}>Ver planos</ButtonLink>
          </Ways>
        ),
      };
    case 'foreign':
      return {
        title: 'Este pagamento é de outra conta',
        lede: (
          <>
            Você entrou como <strong className="font-label wrap-anywhere">{email}</strong>. Saia e entre com a conta em
            que escolheu o plano.
          </>
        ),
        children: (
          <Ways>
            {signOut}
            <TextLink href={paths.pricing} className="inline-flex min-h-11 items-center">
              Ver planos
            </TextLink>
          </Ways>
        ),
      };
    case 'unreachable':
      return {
        title: 'Não foi possível verificar agora',
        lede: 'A conexão falhou ou o servidor não respondeu. Um pagamento feito não se perde: esta página tenta de novo sozinha.',
        children: <Ways>{again}</Ways>,
      };
    case 'late':
      return {
        title: 'A confirmação está demorando',
        lede: 'Um pagamento feito não se perde. Assim que o processador confirmar, o acesso abre e você recebe um e-mail. Você pode fechar esta página.',
        children: (
          <Ways>
            {again}
            <TextLink href={paths.contact} className="inline-flex min-h-11 items-center">
              Falar comigo
            </TextLink>
          </Ways>
        ),
      };
    default:
      return {
        title: 'Confirmando o pagamento',
        lede: 'Isso costuma levar alguns segundos. Esta página avisa quando o acesso abrir.',
        children: <Spinner label="Confirmando o pagamento" className="size-6" />,
      };
  }
}

function confirmed(data: SubscriptionStatus | undefined): View {
  const plan = planOf(data);
  return {
    title: 'Pagamento confirmado',
    lede: `${plan ? `${plan} está ativo` : 'Sua assinatura está ativa'} e a área de membros está aberta para você. Enviei o recibo e os próximos passos por e-mail.`,
    children: (
      <Ways>
        <ButtonLink href={paths.members}>Entrar na área de membros</ButtonLink>
        <TextLink href={paths.membersSubscription} className="inline-flex min-h-11 items-center">
          Plano e recibos
        </TextLink>
      </Ways>
    ),
  };
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-sm:[&>:is(a,button)]:w-full">{children}</div>;
}

/** Interval at which the bill is polled until it is stored here. */
const LOOK_MS = 5_000;

/** A link to the open charge, for people who have left the payment page. */
function OpenBill({ userId, label }: { userId: string; label: string }) {
  const { data: address } = useQuery({
    ...receiptsQuery(userId),
    select: (receipts) => receipts.find(({ status }) => status === 'open')?.hosted_url ?? null,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'open') ? false : LOOK_MS),
  });
  if (!address) return null;
  return (
    <ButtonLink href={address} size="small" newTab>
      {label}
    </ButtonLink>
  );
}
