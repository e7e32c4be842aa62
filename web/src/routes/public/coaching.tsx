import { paths } from '@/app/pages';
import { Areas } from '@/features/coaching/areas';
import { CoachingCall } from '@/features/coaching/call';
import { CoachingHero } from '@/features/coaching/hero';
import { CoachingMethod } from '@/features/coaching/method';
import { Audience, Results } from '@/features/coaching/outcome';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

const service = {
  title: 'Coaching de liderança',
  name: 'Coaching',
  type: 'Coaching de liderança',
  path: paths.coaching,
};

function CoachingPage(data: ContentFiles['coaching']) {
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

export default contentPage('coaching', CoachingPage);
