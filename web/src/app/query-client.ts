import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * The library lets a first read that is under way go on when its query is invalidated, and takes its answer for current: one
 * that was read before the change would lack it until the page is loaded again. Here the first read begins anew.
 */
class PageQueries extends QueryClient {
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.data === undefined && query.state.fetchStatus === 'fetching';
      if (isFirst && query.isActive()) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

/** Data is current for a minute, so a hydrated page does not request it again at once. */
const FRESH_MS = 60_000;

export function makeQueryClient(): QueryClient {
  return new PageQueries({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // Without a connection a request fails and the page says so, instead of waiting silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        // The server sends the plain shell instead of trying again; the browser then loads the data itself.
        retry: import.meta.env.SSR ? false : 1,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
