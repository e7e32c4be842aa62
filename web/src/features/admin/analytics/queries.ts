import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/generated/database';
import { getClient, unwrap } from '@/lib/backend';
import { isoDay } from '@/lib/format';

export type Figures = Database['public']['Functions']['visit_figures']['Returns'];

export const DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The days shown, oldest first, as `YYYY-MM-DD`. */
export function shownDays(now: number): string[] {
  return Array.from({ length: DAYS }, (_, index) => isoDay(now - (DAYS - 1 - index) * DAY_MS));
}

/** The page views of the days shown; counts arrive a few seconds after the view. */
export const figuresQuery = queryOptions({
  queryKey: ['visits', DAYS],
  queryFn: async ({ signal }): Promise<Figures> => {
    const client = await getClient();
    const since = isoDay(Date.now() - (DAYS - 1) * DAY_MS);
    return unwrap(await client.rpc('visit_figures', { since }).abortSignal(signal));
  },
  staleTime: 0,
});
