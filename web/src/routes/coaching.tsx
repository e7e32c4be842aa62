import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { Areas } from '@/features/coaching/areas';
import { CoachingCall } from '@/features/coaching/call';
import { CoachingHero } from '@/features/coaching/hero';
import { CoachingMethod } from '@/features/coaching/method';
import { Audience, Results } from '@/features/coaching/outcome';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import { contentQuery } from '@/lib/content';
import { PageState } from '@/ui/page-state';

const service = {
  title: 'Coaching de liderança',
  name: 'Coaching',
  type: 'Coaching de liderança',
  path: paths.coaching,
};

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('coaching'));
}

export default function CoachingRoute() {
  const { data, isError, refetch } = useQuery(contentQuery('coaching'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <ServiceHead {...service} description={data.description} />
      <CoachingHero {...data} />
      <Areas {...data} />
      <CoachingMethod {...data} />
      <Audience {...data} />
      <Results {...data} />
      <SingleQuotation {...data} />
      <CoachingCall {...data} />
    </>
  );
}
