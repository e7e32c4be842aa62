import { HubCall } from '@/features/contents/hub/hub-call';
import { HubCounters } from '@/features/contents/hub/hub-counters';
import { HubFeatured } from '@/features/contents/hub/hub-featured';
import { HubHead } from '@/features/contents/hub/hub-head';
import { MethodologyRow } from '@/features/contents/hub/hub-methodology';
import { HubNotice } from '@/features/contents/hub/hub-notice';
import { countsQuery, featuredQuery } from '@/features/contents/list-queries';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import type { ContentFiles } from '@/generated/content';
import { useSearchParams } from '@/lib/router';
import { contentPage } from '../content-page';

function ContentsPage(data: ContentFiles['contents']) {
  const [search] = useSearchParams();
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

export default contentPage('contents', ContentsPage, ({ queryClient }) => [
  queryClient.ensureQueryData(countsQuery),
  queryClient.ensureQueryData(featuredQuery),
]);
