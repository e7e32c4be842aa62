import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Site, SiteContext } from '@/entities/site';
import { Toaster } from '@/ui/toast';
import { type Posted, PostedContext } from '@/widgets/public-form/posted';

export function Providers({
  site,
  queryClient,
  posted,
  children,
}: {
  site: Site;
  queryClient: QueryClient;
  posted?: Posted | undefined;
  children: ReactNode;
}) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>
        <PostedContext value={posted}>{children}</PostedContext>
        <Toaster />
      </QueryClientProvider>
    </SiteContext>
  );
}

/** Data is current for a minute, so a hydrated page does not request it again at once. */
const FRESH_MS = 60_000;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
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
