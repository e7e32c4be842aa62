import type { ReactNode } from 'react';
import type { MembershipContent } from '@/generated/content';

export const MEMBERSHIP_PLANS_ID = 'membership-plans';

/** The heading over the plans; the plans themselves take the whole width. */
export function PlansSection({ plans, children }: Pick<MembershipContent, 'plans'> & { children: ReactNode }) {
  return (
    <section id={MEMBERSHIP_PLANS_ID} aria-labelledby="plans-title" className="pb-(--sp-section)">
      <div className="wrap">
        <div className="grid-page border-t border-border-strong pt-5 pb-[clamp(2.5rem,5vw,4.5rem)]">
          <p className="col-span-full font-label type-ui lg:col-span-3">Planos</p>
          <div className="col-span-full max-lg:mt-8 lg:col-span-9">
            <h2 id="plans-title" className="type-display-2">
              {plans.title}
            </h2>
            <p className="mt-5 max-w-[50ch] type-lede">{plans.text}</p>
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}
