import { openingPlansQuery } from '@/entities/opening-plan';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import {
  HubCall,
  HubCounters,
  HubFeatured,
  HubHead,
  HubNotice,
  HubRecordings,
  MethodologyRow,
  recordingsQuery,
} from '@/features/publishing/hub';
import { countsQuery, featuredQuery } from '@/features/publishing/hub-queries';
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
      <HubRecordings {...data} />
      <MethodologyRow {...data} />
      <HubCall {...data} />
      <NewsletterSection />
    </>
  );
}

export default contentPage('contents', ContentsPage, ({ queryClient }) => [
  queryClient.ensureQueryData(openingPlansQuery),
  queryClient.ensureQueryData(countsQuery),
  queryClient.ensureQueryData(featuredQuery),
  queryClient.ensureQueryData(recordingsQuery),
]);
