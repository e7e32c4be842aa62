/** Whether whoever uses this browser is signed in with a subscription. Loaded only when somebody picks what needs one. */
import type { QueryClient } from '@tanstack/react-query';
import { grantsAccess, subscriptionQuery } from '@/lib/access';
import { getClient } from '@/lib/backend';
import { hasStoredSession } from '@/lib/stored-session';

export async function hasSubscription(queryClient: QueryClient): Promise<boolean> {
  // Most visitors never signed in: for them the client library is not even fetched.
  if (!hasStoredSession()) return false;
  const { data } = await (await getClient()).auth.getSession();
  const email = data.session?.user.email;
  if (!email) return false;
  const subscription = await queryClient.fetchQuery(subscriptionQuery(email));
  return subscription !== null && grantsAccess(subscription, Date.now());
}
