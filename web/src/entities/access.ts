/**
 * Access of the signed-in person, as far as pages need it. The server decides by the same rules on every request
 * (`crates/membership/src/access.rs`).
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Role } from '@/generated/database';
import type { AccessReason } from '@/generated/functions';
import { askAtOnce, getDataClient, type Selected, type User, unwrap } from '@/lib/backend';
import { useSession } from './session';

export type { Role };

const SUBSCRIPTION_COLUMNS = 'status,plan,period,current_period_end,cancel_at_period_end,access_until,access_reason';

export type Subscription = Selected<'subscribers', typeof SUBSCRIPTION_COLUMNS>;

/** The server has decided already; only the time is checked. */
export function grantsAccess({ access_until: until }: Pick<Subscription, 'access_until'>, now: number): boolean {
  return until !== null && now < Date.parse(until);
}

/** Access comes from a courtesy and not from a payment. */
export const isCourtesy = ({ access_reason: reason }: Pick<Subscription, 'access_reason'>): boolean =>
  reason === ('courtesy' satisfies AccessReason);

/** Returns `true` if the subscription was bought, so that the payment provider has something to manage. */
export const isBought = ({ status }: Pick<Subscription, 'status'>): boolean => status !== 'courtesy';

export function rolesQuery(userId: string) {
  return queryOptions({
    queryKey: ['roles', userId],
    queryFn: async ({ signal }): Promise<Role[]> => {
      const client = await getDataClient();
      const rows = unwrap(await client.from('user_roles').select('role').eq('user_id', userId).abortSignal(signal));
      return rows.map((row) => row.role);
    },
  });
}

/** The parts of one page share one request. */
const ONE_PAGE_MS = 2_000;

/**
 * The person's own subscription. Returns `null` if there is none. Requested on every page and on focus, unlike other data: it may
 * have changed on another device.
 */
export function subscriptionQuery(email: string) {
  return queryOptions({
    queryKey: ['subscription', email],
    staleTime: ONE_PAGE_MS,
    refetchOnWindowFocus: 'always',
    queryFn: ({ signal }): Promise<Subscription | null> =>
      askAtOnce((client) =>
        client.from('subscribers').select(SUBSCRIPTION_COLUMNS).eq('email', email).abortSignal(signal).maybeSingle(),
      ),
  });
}

export interface Access {
  /** True until the session, the roles and the subscription are known. */
  loading: boolean;
  /** The subscription is being requested again: the last answer was that there is none. */
  checking: boolean;
  /** A request failed; `retry` sends it again. Unknown values count as absent. */
  failed: boolean;
  retry: () => void;
  /** Null as soon as nobody is signed in, also where the session ended by itself. */
  user: User | null;
  isAdmin: boolean;
  /** An administrator or a moderator. */
  isStaff: boolean;
  isEditor: boolean;
  subscribed: boolean;
  subscription: Subscription | null;
  hasAccess: boolean;
}

/** Needs a SessionProvider above. Asks again whenever another person signs in. */
export function useAccess(): Access {
  const session = useSession();
  const user = session.ended ? null : session.user;
  const roles = useQuery({ ...rolesQuery(user?.id ?? ''), enabled: user !== null });
  const subscription = useQuery({ ...subscriptionQuery(user?.email ?? ''), enabled: Boolean(user?.email) });

  const { error } = subscription;
  useEffect(() => {
    if (error) console.error('the subscription could not be checked', error);
  }, [error]);

  const record = (user && subscription.data) || null;
  const isAdmin = user !== null && (roles.data?.includes('admin') ?? false);
  const isStaff = isAdmin || (user !== null && (roles.data?.includes('moderator') ?? false));
  const isEditor = user !== null && (roles.data?.includes('editor') ?? false);
  const subscribed = record !== null && grantsAccess(record, Date.now());
  return {
    loading: session.loading || (user !== null && (roles.isLoading || subscription.isLoading)),
    checking: subscription.isFetching,
    failed: session.failed || (user !== null && (roles.isError || subscription.isError)),
    retry: () => {
      if (session.failed) return session.retry();
      for (const query of [roles, subscription]) if (query.isError) void query.refetch();
    },
    user,
    isAdmin,
    isStaff,
    isEditor,
    subscribed,
    subscription: record,
    hasAccess: isAdmin || subscribed,
  };
}
