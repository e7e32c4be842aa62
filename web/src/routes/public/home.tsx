import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { contentQuery, useSite } from '@/entities/site';
import { Hero, homeStructuredData, SchedulingCall, Stats, Values } from '@/features/home/sections';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { Newest, newestQuery } from '@/features/publishing/newest';
import { TestimonialCarousel } from '@/features/testimonials/carousel';
import { PageState } from '@/ui/page-state';

async function prefetch({ queryClient }: Visit) {
  await Promise.all([
    queryClient.ensureQueryData(contentQuery('home')),
    queryClient.ensureQueryData(contentQuery('testimonials')),
    queryClient.ensureQueryData(newestQuery('article', 'audio')),
  ]);
}

function HomeRoute() {
  const site = useSite();
  const home = useQuery(contentQuery('home'));
  const testimonials = useQuery(contentQuery('testimonials'));
  if (!home.data) return <PageState failed={home.isError} onRetry={home.refetch} />;
  return (
    <>
      <Head
        title={`${site.name}. ${site.role}`}
        description={site.description}
        canonicalPath={paths.home}
        share={{ title: site.role }}
        structuredData={import.meta.env.SSR && homeStructuredData(site)}
      />
      <Hero hero={home.data.hero} />
      <Stats stats={home.data.stats} />
      <Values values={home.data.values} />
      {testimonials.data && <TestimonialCarousel {...testimonials.data} />}
      <Newest />
      <SchedulingCall call={home.data.call} />
      <NewsletterSection />
    </>
  );
}

export default Object.assign(HomeRoute, { prefetch });
