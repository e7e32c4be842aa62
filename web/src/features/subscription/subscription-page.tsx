import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { StateBadge } from '@/ui/state-badge';
import { Ending } from './ending';
import { PortalButton } from './portal-button';
import { type Standing, standingQuery } from './queries';
import { Receipts } from './receipts';
import { RefundSection } from './refund';
import { describe, isLive, PLAN_NAMES } from './words';

/** What a member pays: how it stands, what can be done about it, and every receipt. */
export function SubscriptionPage({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(standingQuery(userId));
  return (
    <>
      <h1 className="type-display-3">Assinatura</h1>
      <p className="mt-2 mb-7 type-ui text-muted-foreground">Seu plano, seus recibos e o que você pode mudar.</p>
      <div className="grid max-w-220 gap-[clamp(1.75rem,3vw,2.75rem)]">
        {data ? (
          <>
            <Plan standing={data} />
            {data.refund && <RefundSection refund={data.refund} />}
          </>
        ) : isError ? (
          <ErrorNotice
            title="Não foi possível consultar a assinatura."
            description="A conexão falhou ou o servidor não respondeu. Seu acesso continua como estava."
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading>
            <Skeleton className="h-44 w-full" />
          </Loading>
        )}
        <Receipts userId={userId} />
      </div>
    </>
  );
}

function Plan({ standing }: { standing: Standing }) {
  const { subscription } = standing;
  const { badge, tone, text } = describe(standing);
  const live = isLive(standing);
  // A refund that waits ends it in any case.
  const endable = subscription && ['active', 'trialing'].includes(subscription.status);
  return (
    <section aria-labelledby="plano" className="border border-border bg-card p-[clamp(1.5rem,2.4vw,2.25rem)]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="plano" className="type-title-1">
          {subscription?.plan ? `Plano ${PLAN_NAMES[subscription.plan]}` : 'Assinatura'}
        </h2>
        <StateBadge tone={tone}>{badge}</StateBadge>
      </div>
      <p className="mt-3 max-w-[56ch] text-base leading-normal text-foreground-2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-2 empty:hidden max-sm:*:w-full">
        {live && <PortalButton />}
        {endable && standing.refund?.state !== 'waiting' && <Ending subscription={subscription} />}
        {!live && !standing.pending && (
          <ButtonLink href={paths.pricing} variant="line" size="small">
            Ver planos
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
