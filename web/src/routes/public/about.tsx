import { useQuery } from '@tanstack/react-query';
import type { Visit } from '@/app/routes';
import { contentQuery } from '@/entities/site';
import { AboutPage } from '@/features/about/about-page';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { Recommendations } from '@/features/testimonials/recommendations';
import { PageState } from '@/ui/page-state';

async function prefetch({ queryClient }: Visit) {
  await Promise.all([
    queryClient.ensureQueryData(contentQuery('about')),
    queryClient.ensureQueryData(contentQuery('testimonials')),
  ]);
}

function AboutRoute() {
  const about = useQuery(contentQuery('about'));
  const testimonials = useQuery(contentQuery('testimonials'));
  if (!about.data) return <PageState failed={about.isError} onRetry={about.refetch} />;
  return (
    <>
      <AboutPage about={about.data} recommendations={testimonials.data && <Recommendations {...testimonials.data} />} />
      <NewsletterSection />
    </>
  );
}

export default Object.assign(AboutRoute, { prefetch });
