import { MessageCircle } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { type PlanPeriod, periodInAddress, periodOf } from '@/entities/plan/plan-period';
import { chatUrl, useSite } from '@/entities/site';
import type { Plan, PlansContent } from '@/generated/content';
import { withQuery } from '@/lib/query-string';
import { useLocation, useSearchParams } from '@/lib/router';
import { ButtonLink, TextLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { latePart } from '@/ui/start/late-part';
import { PlanCard } from './plan-card';
import { figuresOf, soldFor, yearlyPrice } from './price';
import { type CheckoutOptions, useCheckout } from './use-checkout';

// Not among the first scripts: most sites sell by the month only.
const PeriodSwitch = latePart(() => import('./period-switch'));
const PendingPayment = latePart(() => import('./pending-payment'));

export interface PlanTableProps
  extends Pick<PlansContent, 'plans' | 'note' | 'payment_methods'>,
    Omit<CheckoutOptions, 'resumed'> {
  heading?: 'h2' | 'h3';
  /** True if the address may name a plan to continue with. */
  resumes?: boolean;
}

export function PlanTable({
  plans,
  note,
  payment_methods: methods,
  heading = 'h2',
  resumes = false,
  ...options
}: PlanTableProps) {
  const [search] = useSearchParams();
  const { period, setPeriod, otherAddress } = usePeriod(plans);
  // The server draws nothing that is loaded later: its place is kept free, and the link below stands for it without scripts.
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const asked = resumes ? plans.find(({ id }) => id === search.get('plano')) : undefined;
  const resumed = asked && { plan: asked.id, period: soldFor(asked, periodOf(search)) };
  const { busy, choose, pending, replacePending, keepPending } = useCheckout({ ...options, resumed });
  return (
    <>
      {otherAddress && (
        <div className="mb-6 min-h-11">
          {isHydrated && (
            <Suspense>
              <PeriodSwitch plans={plans} period={period} onChange={setPeriod} />
            </Suspense>
          )}
          <p className="hidden type-ui noscript:block">
            <TextLink href={otherAddress} className="inline-flex min-h-11 items-center">
              {period === 'year' ? 'Ver os preços por mês' : 'Ver os preços por ano'}
            </TextLink>
          </p>
        </div>
      )}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-[1fr_1.12fr_1fr] lg:gap-0">
        {plans.filter(figuresOf).map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            heading={heading}
            period={period}
            busy={busy === plan.id}
            onChoose={choose}
          />
        ))}
      </div>
      {plans
        .filter((plan) => !figuresOf(plan))
        .map((plan) => (
          <OnRequest key={plan.id} plan={plan} heading={heading} />
        ))}
      <p className="mt-6 type-meta">{note}</p>
      {pending && (
        <Suspense>
          <PendingPayment
            methods={methods}
            busy={busy === pending.plan}
            onReplace={replacePending}
            onKeep={keepPending}
          />
        </Suspense>
      )}
    </>
  );
}

/** The shown period, which the address names; `otherAddress` only where a plan is sold by the year. */
function usePeriod(plans: readonly Plan[]) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const [period, setPeriod] = useState(() => periodOf(search));
  if (plans.every((plan) => yearlyPrice(plan) === undefined)) {
    return { period: 'month' as const, setPeriod, otherAddress: undefined };
  }
  const addressOf = (other: PlanPeriod) =>
    withQuery(pathname, { ...Object.fromEntries(search), periodo: periodInAddress(other) });
  return {
    period,
    setPeriod: (next: PlanPeriod) => {
      setPeriod(next);
      // Not a navigation: the page stays where it is scrolled to, and coming back finds the same prices.
      history.replaceState(history.state, '', addressOf(next) + location.hash);
    },
    otherAddress: addressOf(period === 'year' ? 'month' : 'year'),
  };
}

/** The plan without a price, on request. */
function OnRequest({ plan, heading: Heading }: { plan: Plan; heading: 'h2' | 'h3' }) {
  const site = useSite();
  return (
    <article className="grid border border-border bg-card max-lg:mt-4 lg:-mt-px lg:grid-cols-[5fr_7fr]">
      <Plate tone="plate" className="min-h-32 lg:min-h-44">
        <NeedleArt field="axes" seed={plan.id} width={900} height={300} step={64} className="absolute inset-0" />
      </Plate>
      <div className="grid items-center gap-x-8 gap-y-4 p-[clamp(1.5rem,2.6vw,2.5rem)] md:grid-cols-[1fr_auto]">
        <div>
          <Heading className="type-title-1">
            {plan.name} <span className="text-muted-foreground">{plan.price}</span>
          </Heading>
          <p className="mt-2 max-w-[44ch] text-base leading-relaxed text-foreground-2">{plan.description}</p>
        </div>
        <ButtonLink href={chatUrl(site, 'enterprise')} newTab variant="line">
          <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          {plan.button}
        </ButtonLink>
      </div>
    </article>
  );
}
