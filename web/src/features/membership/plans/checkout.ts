/** Checkout of a chosen plan. Loaded after the click of somebody with a stored session. */
import type { QueryClient } from '@tanstack/react-query';
import { grantsAccess, isBought, subscriptionQuery } from '@/entities/access';
import { awaitsSecondFactor } from '@/entities/assurance';
import type { PlanPeriod } from '@/entities/plan/plan-period';
import type { PlanId } from '@/generated/content';
import { isPrivate } from '@/lib/analytics';
import { getClient } from '@/lib/backend';
import { isRefusedWith } from '@/lib/errors';
import { callFunction, openPaymentPage } from '@/lib/functions';
import { arrival } from '@/lib/goal';

export interface Chosen {
  plan: PlanId;
  period: PlanPeriod;
}

/** Reason why there is no payment page; 'leaving' where there is one, 'pending' while a boleto is open. */
export type CheckoutOutcome =
  | 'leaving'
  | 'signed-out'
  | 'subscribed'
  | 'pending'
  | 'unavailable'
  | 'monthlyOnly'
  | 'failed';

/** Opens the payment page of a plan. With `replacesPending` an open boleto is voided. */
export async function startCheckout(
  { plan: planType, period }: Chosen,
  queryClient: QueryClient,
  replacesPending = false,
): Promise<CheckoutOutcome> {
  const client = await getClient();
  const { session } = (await client.auth.getSession()).data;
  if (!session || awaitsSecondFactor(session)) return 'signed-out';
  const { user } = session;

  const subscription = await queryClient.fetchQuery({ ...subscriptionQuery(user.email ?? ''), staleTime: 0 });
  // A person with a courtesy may buy.
  if (subscription && isBought(subscription) && grantsAccess(subscription, Date.now())) return 'subscribed';

  const answer = await callFunction('create-checkout', {
    planType,
    ...(period === 'year' && { period }),
    ...(replacesPending && { replacesPending }),
    ...(!isPrivate() && { arrival: arrival() }),
  });
  if ('data' in answer) return openPaymentPage(answer.data.url) ? 'leaving' : 'failed';
  if (isRefusedWith(answer, 'payments_unavailable')) return 'unavailable';
  // The provider knows a payment that is not stored here yet.
  if (isRefusedWith(answer, 'already_subscribed')) return 'subscribed';
  if (isRefusedWith(answer, 'payment_pending')) return 'pending';
  // The prices have changed since the page was opened.
  if (isRefusedWith(answer, 'period_not_sold')) return 'monthlyOnly';
  console.error('the checkout could not be started', answer.error);
  return 'failed';
}
