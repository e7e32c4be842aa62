import { useQuery } from '@tanstack/react-query';
import type { Visit } from '@/app/route';
import { HubCall } from '@/features/contents/hub/hub-call';
import { HubCounters } from '@/features/contents/hub/hub-counters';
import { HubFeatured } from '@/features/contents/hub/hub-featured';
import { HubHead } from '@/features/contents/hub/hub-head';
import { MethodologyRow } from '@/features/contents/hub/hub-methodology';
import { HubNotice } from '@/features/contents/hub/hub-notice';
import { countsQuery, featuredQuery } from '@/features/contents/list-queries';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { contentQuery } from '@/lib/content';
import { useSearchParams } from '@/lib/router';
import { PageState } from '@/ui/page-state';

export async function prefetch({ queryClient }: Visit) {
  await Promise.all([
    queryClient.ensureQueryData(contentQuery('contents')),
    queryClient.ensureQueryData(countsQuery),
    queryClient.ensureQueryData(featuredQuery),
  ]);
}

export default function ContentsRoute() {
  const [search] = useSearchParams();
  const { data, isError, refetch } = useQuery(contentQuery('contents'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <HubHead {...data} />
      {search.get('aviso') === 'assinatura' && <HubNotice {...data} />}
      <HubCounters {...data} />
      <HubFeatured {...data} category={search.get('categoria') ?? undefined} />
      <MethodologyRow {...data} />
      <HubCall {...data} />
      <NewsletterSection />
    </>
  );
}
