import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Site, SiteContext } from '@/lib/site';
import { Toaster } from '@/ui/toast';

export function Providers({
  site,
  queryClient,
  children,
}: {
  site: Site;
  queryClient: QueryClient;
  children: ReactNode;
}) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </SiteContext>
  );
}
