import { paths } from '@/app/pages';
import {
  Areas,
  Audience,
  CoachingCall,
  CoachingFormat,
  CoachingHero,
  CoachingMethod,
  Results,
} from '@/features/coaching/sections';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import type { ContentFiles } from '@/generated/content';
import { Questions } from '@/ui/questions';
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
      <ServiceHead {...service} description={data.description} questions={data.questions} />
      <CoachingHero {...data} />
      <CoachingFormat {...data} />
      <Areas {...data} />
      <CoachingMethod {...data} />
      <Audience {...data} />
      <Results {...data} />
      <SingleQuotation {...data} />
      <Questions {...data} />
      <CoachingCall {...data} />
    </>
  );
}

export default contentPage('coaching', CoachingPage);
