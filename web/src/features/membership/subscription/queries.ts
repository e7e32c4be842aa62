/** The member's subscription and payments, and the actions on them. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask, type Selected } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';

export type { Refund, SubscriptionStatus } from '@/generated/functions';

const RECEIPT_COLUMNS = 'id,plan,period,tax_id,number,status,amount,refunded_at,hosted_url,pdf_url,created_at';

export type Receipt = Selected<'payment_invoices', typeof RECEIPT_COLUMNS>;

export function standingQuery(userId: string) {
  return queryOptions({
    queryKey: ['subscription-status', userId],
    queryFn: () => functionAnswer('check-subscription'),
    // It changes on other devices.
    refetchOnWindowFocus: 'always',
  });
}

/** The state after a payment page: the server asks the provider until the page is complete. */
export function returnQuery(userId: string, checkout: string | null) {
  return queryOptions({
    queryKey: ['subscription-status', userId, checkout],
    queryFn: () => functionAnswer('check-subscription', checkout ? { checkout } : undefined),
    staleTime: 0,
    // The boleto may be paid in another tab.
    refetchOnWindowFocus: 'always',
  });
}

const MAX_RECEIPTS = 36;

export function receiptsQuery(userId: string) {
  return queryOptions({
    queryKey: ['receipts', userId],
    refetchOnWindowFocus: 'always',
    queryFn: ({ signal }): Promise<Receipt[]> =>
      ask((client) =>
        client
          .from('payment_invoices')
          .select(RECEIPT_COLUMNS)
          .eq('user_id', userId)
          .neq('status', 'draft')
          .order('created_at', { ascending: false })
          .order('id')
          .limit(MAX_RECEIPTS)
          .abortSignal(signal),
      ),
  });
}

export function endSubscription(ends: boolean) {
  return functionAnswer('end-subscription', { ends });
}

export function refundSubscription() {
  return functionAnswer('refund-subscription');
}

/** Requests everything about the subscription again. */
export async function forgetStanding(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    ['subscription-status', 'receipts', 'subscription', 'benefits'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
