import { QueryClient } from '@tanstack/react-query';

/** For a minute what was read is taken as current, so a hydrated page does not ask again at once. */
const FRESH_MS = 60_000;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // Without a connection a question fails like any other and the page says so, instead of waiting in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
        // The server shows the plain shell instead of trying again; the browser then loads the data itself.
        retry: import.meta.env.SSR ? false : 1,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
