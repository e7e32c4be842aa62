import { paths } from '@/app/paths';
import { isLive, type Visit } from '@/app/routes';
import { MembersPagesLive } from '@/features/contents/exclusive';
import { prefetchTypePage, TypePage } from '@/features/contents/type-page';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';

export function prefetch({ search, queryClient }: Visit) {
  return prefetchTypePage('video', search, queryClient);
}

export default function ContentVideosRoute() {
  return (
    <MembersPagesLive value={isLive(paths.membersContent('id'))}>
      <TypePage type="video" />
      <NewsletterSection />
    </MembersPagesLive>
  );
}
