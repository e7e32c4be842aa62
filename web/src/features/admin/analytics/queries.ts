import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/generated/database';
import type { Conversions } from '@/generated/functions';
import { ask, getClient, unwrap } from '@/lib/backend';
import { isoDay } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { daysLater } from '@/lib/sao-paulo';

export type Figures = Database['public']['Functions']['visit_figures']['Returns'];

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

/** The period of an address: 30 days where it names none. */
export function periodOf(text: string | null): Period {
  return PERIODS.find((days) => String(days) === text) ?? 30;
}

/** Returns the last `days` days as `YYYY-MM-DD`, oldest first. They end `ago` days before today. */
export function shownDays(now: number, days: number, ago = 0): string[] {
  return Array.from({ length: days }, (_, index) => daysLater(isoDay(now), index + 1 - days - ago));
}

const figuresSince = (since: string, signal: AbortSignal): Promise<Figures> =>
  ask((client) => client.rpc('visit_figures', { since }).abortSignal(signal));

export interface PeriodFigures {
  figures: Figures;
  /** The days of the period and of the one before. */
  days: Figures['days'];
  visits: Figures['visits'];
  conversions: Conversions;
}

/** The period's figures, with the days of the period before; counts arrive a few seconds after the view. */
export function figuresQuery(period: Period) {
  return queryOptions({
    queryKey: ['visits', period],
    queryFn: async ({ signal }): Promise<PeriodFigures> => {
      const now = Date.now();
      const [figures, both, conversions] = await Promise.all([
        figuresSince(shownDays(now, period)[0] ?? '', signal),
        figuresSince(shownDays(now, period, period)[0] ?? '', signal),
        functionAnswer('read-conversions', { days: period }),
      ]);
      return { figures, days: both.days, visits: both.visits, conversions };
    },
    staleTime: 0,
  });
}

/** Ids in one address stay below the length that servers accept. */
const MAX_TITLES = 50;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Titles by what stands in the address: the id, or the readable address of a content. */
export function titlesQuery(table: 'contents' | 'courses', words: readonly string[]) {
  const wanted = [...new Set(words)].slice(0, MAX_TITLES).sort();
  const ids = wanted.filter((word) => ID.test(word));
  const slugs = wanted.filter((word) => !ID.test(word));
  return queryOptions({
    queryKey: ['visits', 'titles', table, wanted],
    enabled: wanted.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, { id: string; title: string }>> => {
      const client = await getClient();
      const [byId, bySlug] = await Promise.all([
        client.from(table).select('id,title').in('id', ids).abortSignal(signal).then(unwrap),
        table === 'contents' && slugs.length > 0
          ? client.from('contents').select('id,slug,title').in('slug', slugs).abortSignal(signal).then(unwrap)
          : [],
      ]);
      return new Map([
        ...byId.map(({ id, title }) => [id, { id, title }] as const),
        ...bySlug.map(({ id, slug, title }) => [slug ?? '', { id, title }] as const),
      ]);
    },
  });
}
