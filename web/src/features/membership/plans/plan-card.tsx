import { Check } from 'lucide-react';
import type { MouseEvent } from 'react';
import { paths } from '@/app/pages';
import { INTERVAL_TEXTS } from '@/entities/plan/interval';
import { type PlanPeriod, periodInAddress } from '@/entities/plan/plan-period';
import type { Plan } from '@/generated/content';
import { cx } from '@/lib/cx';
import { Badge, BadgeShape } from '@/ui/badge';
import { ButtonLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';
import { figuresOf, monthlyPrice, planAnchor, soldFor, yearInMonths, yearlyPrice } from './price';

export interface PlanCardProps {
  plan: Plan;
  heading: 'h2' | 'h3';
  /** The wanted one; a plan that is not sold by the year shows its price of a month. */
  period: PlanPeriod;
  busy: boolean;
  onChoose: (id: Plan['id'], period: PlanPeriod) => void;
}

const PADDING = 'p-[clamp(1.5rem,2.2vw,2.25rem)]';
const LOOK = {
  popular:
    'on-block border-block bg-block text-block-foreground max-lg:order-first md:max-lg:col-span-full lg:pt-[calc(clamp(1.5rem,2.2vw,2.25rem)+1.75rem)]',
  other: 'border-border bg-card lg:mt-7 lg:first:border-r-0 lg:last:border-l-0',
};

export function PlanCard({ plan, heading: Heading, period: wanted, busy, onChoose }: PlanCardProps) {
  const { popular } = plan;
  const period = soldFor(plan, wanted);
  const choose = (event: MouseEvent) => {
    // The link is for browsers without script.
    event.preventDefault();
    onChoose(plan.id, period);
  };
  return (
    <article
      id={planAnchor(plan.id)}
      className={cx(
        'flex scroll-mt-[calc(var(--header-h)+1rem)] flex-col border',
        PADDING,
        popular ? LOOK.popular : LOOK.other,
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Heading className="type-title-1">{plan.name}</Heading>
        {plan.badge && <PlanBadge popular={popular}>{plan.badge}</PlanBadge>}
      </div>
      <Price plan={plan} period={period} />
      {wanted === 'year' && (
        <p className={cx('mt-3 type-ui lg:max-xl:min-h-[3em]', popular ? 'text-block-muted' : 'text-muted-foreground')}>
          {period === 'year' ? yearInMonths(monthlyPrice(plan) ?? 0, yearlyPrice(plan) ?? 0) : 'Vendido só por mês'}
        </p>
      )}
      <p
        className={cx(
          'mt-6 text-base leading-normal lg:min-h-[3em]',
          popular ? 'text-block-muted' : 'text-foreground-2',
        )}
      >
        {plan.description}
      </p>
      <ButtonLink
        href={paths.membersWelcomeWith({ plan: plan.id, period: periodInAddress(period) })}
        variant={popular ? 'paper' : 'line'}
        aria-busy={busy || undefined}
        onClick={choose}
        className="mt-6 w-full"
      >
        {busy && <Spinner />}
        {plan.button}
      </ButtonLink>
      <Features plan={plan} />
    </article>
  );
}

function PlanBadge({ popular, children }: { popular: boolean; children: string }) {
  return popular ? (
    <BadgeShape icon={undefined} className="bg-block-north text-block">
      {children}
    </BadgeShape>
  ) : (
    <Badge tone="line">{children}</Badge>
  );
}

function Price({ plan, period }: { plan: Plan; period: PlanPeriod }) {
  const isYearly = period === 'year';
  const figures = figuresOf({ price: (isYearly && plan.yearly) || plan.price });
  if (!figures) return <p className="mt-8 type-display-3">{plan.price}</p>;
  return (
    <p className="mt-8 flex items-start gap-1.5 font-serif">
      <span className="pt-2 text-lede leading-none">{figures.currency}</span>{' '}
      <span className="flex items-baseline gap-3">
        <span
          className={cx(
            'type-numeral',
            figures.amount.length > 3 || isYearly
              ? 'text-[clamp(3.5rem,2.5rem+2.6vw,5.75rem)]'
              : 'text-[clamp(5rem,3rem+5vw,8.5rem)]',
          )}
        >
          {figures.amount}
        </span>{' '}
        <span
          className={cx(
            'font-sans text-small leading-none',
            plan.popular ? 'text-block-muted' : 'text-muted-foreground',
          )}
        >
          {isYearly ? 'por ano' : plan.period}
        </span>
      </span>
    </p>
  );
}

function Features({ plan: { popular, includes, features } }: { plan: Plan }) {
  const row = cx('break-inside-avoid border-t py-2.5 type-ui', popular ? 'border-block-border' : 'border-border');
  return (
    <ul className={cx('mt-7', popular && 'md:max-lg:columns-2 md:max-lg:gap-x-(--gutter)')}>
      {includes && <li className={cx(row, 'font-label')}>{includes}</li>}
      {features.map(({ text, soon, every }) => (
        <li key={text} className={cx(row, 'grid grid-cols-[1.5rem_1fr]')}>
          <Check
            aria-hidden="true"
            strokeWidth={1.6}
            className={cx('mt-[0.2em] size-4', popular ? 'text-block-foreground' : 'text-foreground')}
          />
          <span>
            {text}
            {every && (
              <span className={popular ? 'text-block-muted' : 'text-muted-foreground'}>, {INTERVAL_TEXTS[every]}</span>
            )}
            {soon && (
              <>
                {' '}
                <Badge tone="soon" className="-my-1 ml-1">
                  Em breve
                </Badge>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
