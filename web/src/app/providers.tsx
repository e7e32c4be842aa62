import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
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
