import { paths } from '@/app/paths';
import { isLive, type Visit } from '@/app/routes';
import { MembersPagesLive } from '@/features/contents/exclusive';
import { prefetchTypePage, TypePage } from '@/features/contents/type-page';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';

export function prefetch({ search, queryClient }: Visit) {
  return prefetchTypePage('audio', search, queryClient);
}

export default function ContentPodcastsRoute() {
  return (
    <MembersPagesLive value={isLive(paths.membersContent('id'))}>
      <TypePage type="audio" />
      <NewsletterSection />
    </MembersPagesLive>
  );
}
