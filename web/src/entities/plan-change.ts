/** Another plan for a running subscription: what it costs, and the provider's page that confirms it. */
import { queryOptions } from '@tanstack/react-query';
import type { Functions } from '@/generated/functions';
import { valueByCode } from '@/lib/errors';
import { callFunction, FunctionFailed, functionAnswer, openPaymentPage } from '@/lib/functions';

export type PlanChange = Functions['preview-plan-change']['response'];

/** Without a running subscription of one's own there is nothing to change: a plan is bought. */
const NOTHING_TO_CHANGE = { no_subscription: true, payments_unavailable: true, already_on_plan: true };

/** What a change to the plan costs now; null for those who have no subscription that could change. */
export function planChangeQuery(planType: string) {
  return queryOptions({
    queryKey: ['subscription', 'change', planType],
    staleTime: 60_000,
    retry: false,
    queryFn: async (): Promise<PlanChange | null> => {
      const outcome = await callFunction('preview-plan-change', { planType });
      if (!('error' in outcome)) return outcome.data;
      if (valueByCode(NOTHING_TO_CHANGE, outcome)) return null;
      throw new FunctionFailed(outcome);
    },
  });
}

/** Leads to the page that confirms the change, which returns to `back`. */
export async function confirmChange(planType: string, back: string): Promise<void> {
  const { url } = await functionAnswer('customer-portal', { planType, back });
  if (!openPaymentPage(url)) throw new Error('the address of the portal is invalid');
}
