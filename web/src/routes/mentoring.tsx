import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { Benefits } from '@/features/mentoring/benefits';
import { MentoringCall } from '@/features/mentoring/call';
import { Fit } from '@/features/mentoring/fit';
import { MentoringHero } from '@/features/mentoring/hero';
import { Method } from '@/features/mentoring/method';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import { contentQuery } from '@/lib/content';
import { PageState } from '@/ui/page-state';

const service = { title: 'Mentoria executiva', name: 'Mentoria', type: 'Mentoria executiva', path: paths.mentoring };

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('mentoring'));
}

export default function MentoringRoute() {
  const { data, isError, refetch } = useQuery(contentQuery('mentoring'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <ServiceHead {...service} description={data.description} />
      <MentoringHero {...data} />
      <Benefits {...data} />
      <Method {...data} />
      <Fit {...data} />
      <SingleQuotation {...data} />
      <MentoringCall {...data} />
      <NewsletterSection />
    </>
  );
}
