import type { Visit } from '@/app/route';
import { prefetchTypePage, TypePage } from '@/features/contents/lists/type-page';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';

export function prefetch({ search, queryClient }: Visit) {
  return prefetchTypePage('audio', search, queryClient);
}

export default function ContentPodcastsRoute() {
  return (
    <>
      <TypePage type="audio" />
      <NewsletterSection />
    </>
  );
}
