/** Subscriptions of the open newsletter, which the rules open to administrators only. */
import { queryOptions } from '@tanstack/react-query';
import { containing, getClient, type Row, readPage, unwrap } from '@/lib/backend';
import type { FilterValues } from '@/widgets/filters';

export type Subscription = Row<'newsletter_subscriptions'>;

export type SubscriptionState = 'active' | 'unconfirmed' | 'left';

export interface SubscriberRequest {
  search: string | null;
  state: SubscriptionState | null;
}

export type SubscriberFilters = FilterValues<SubscriberRequest>;

type Chosen = Omit<SubscriberFilters, 'page'>;

/** Returns the state of a subscription. */
export function stateOf({ is_active: isActive, confirmed_at: confirmed }: Subscription): SubscriptionState {
  if (!isActive) return 'left';
  return confirmed ? 'active' : 'unconfirmed';
}

export const subscribersKey = ['admin-letters', 'subscribers'] as const;

const COLUMNS =
  'id,email,is_active,created_at,updated_at,confirmed_at,consented_at,consent_source,unsubscribed_at,notified_at,tags';

const PER_PAGE = 25;

/** Rows of one request of a download. */
const BATCH = 1_000;

async function subscriptions({ search, state }: Chosen, first: number, most: number) {
  let query = (await getClient())
    .from('newsletter_subscriptions')
    .select(COLUMNS, { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + most - 1);
  if (search) query = query.or(containing('email', search));
  if (state) query = query.eq('is_active', state !== 'left');
  if (state === 'active') query = query.not('confirmed_at', 'is', null);
  if (state === 'unconfirmed') query = query.is('confirmed_at', null);
  return query;
}

export const subscribersQuery = ({ page, ...filters }: SubscriberFilters) =>
  queryOptions({
    queryKey: [...subscribersKey, { ...filters, page }],
    queryFn: async () => readPage(await subscriptions(filters, (page - 1) * PER_PAGE, PER_PAGE), PER_PAGE),
    staleTime: 0,
  });

/** Every subscription that matches, for a download. */
export async function allSubscriptions(filters: Chosen): Promise<Subscription[]> {
  const all: Subscription[] = [];
  for (;;) {
    const batch = unwrap(await subscriptions(filters, all.length, BATCH));
    all.push(...batch);
    if (batch.length < BATCH) return all;
  }
}
