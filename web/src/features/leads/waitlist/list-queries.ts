/** Entries of the waiting list, which the rules open to administrators only. */
import { queryOptions } from '@tanstack/react-query';
import { words } from '@/generated/columns/waitlist_entries';
import { containing, getClient, type Row, readPage, unwrap } from '@/lib/backend';
import type { FilterValues } from '@/widgets/filters';

export type WaitlistEntry = Row<'waitlist_entries'>;

export type WaitlistFilters = FilterValues<Record<'search' | 'size', string>>;

const PER_PAGE = 25;

/** Rows of one request of a download. */
const BATCH = 1_000;

async function entries({ search, size }: Pick<WaitlistFilters, 'search' | 'size'>, first: number, most: number) {
  let query = (await getClient())
    .from('waitlist_entries')
    .select('*', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + most - 1);
  if (search) query = query.or(['name', 'email', 'company'].map((column) => containing(column, search)).join());
  const known = words.size.find((word) => word === size);
  if (known) query = query.eq('size', known);
  return query;
}

export const waitlistQuery = ({ page, ...filters }: WaitlistFilters) =>
  queryOptions({
    queryKey: ['waitlist', { ...filters, page }],
    queryFn: async () => readPage(await entries(filters, (page - 1) * PER_PAGE, PER_PAGE), PER_PAGE),
    staleTime: 0,
  });

/** Every entry that matches, for a download. */
export async function allEntries(filters: Pick<WaitlistFilters, 'search' | 'size'>): Promise<WaitlistEntry[]> {
  const all: WaitlistEntry[] = [];
  for (;;) {
    const batch = unwrap(await entries(filters, all.length, BATCH));
    all.push(...batch);
    if (batch.length < BATCH) return all;
  }
}
