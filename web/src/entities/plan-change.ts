/** Another plan for a running subscription: what it costs, and the provider's page that confirms it. */
import { queryOptions } from '@tanstack/react-query';
import type { Functions } from '@/generated/functions';
import { getClient } from '@/lib/backend';
import { functionAnswer, openPaymentPage } from '@/lib/functions';
import { grantsAccess, isBought, subscriptionQuery } from './access';

export type PlanChange = Functions['preview-plan-change']['response'];

/**
 * Price of a change to the plan now. Returns `null` for those who have no subscription that could change: they buy the
 * plan.
 */
export function planChangeQuery(planType: string) {
  return queryOptions({
    queryKey: ['plan-change', planType],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ client: queryClient }): Promise<PlanChange | null> => {
      const { data } = await (await getClient()).auth.getSession();
      const email = data.session?.user.email;
      const subscription = email ? await queryClient.fetchQuery(subscriptionQuery(email)) : null;
      const isRunning = subscription && isBought(subscription) && grantsAccess(subscription, Date.now());
      if (!isRunning || subscription.plan === planType) return null;
      return functionAnswer('preview-plan-change', { planType });
    },
  });
}

/** Leads to the page that confirms the change, which returns to `back`. */
export async function confirmChange(planType: string, back: string): Promise<void> {
  const { url } = await functionAnswer('customer-portal', { planType, back });
  if (!openPaymentPage(url)) throw new Error('the address of the portal is invalid');
}
