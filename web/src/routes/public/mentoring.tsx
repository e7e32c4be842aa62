import { paths } from '@/app/pages';
import { Benefits, Fit, MentoringCall, MentoringHero, Method } from '@/features/mentoring/sections';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import type { ContentFiles } from '@/generated/content';
import { Questions } from '@/ui/questions';
import { contentPage } from '../content-page';

const service = { title: 'Mentoria executiva', name: 'Mentoria', type: 'Mentoria executiva', path: paths.mentoring };

function MentoringPage(data: ContentFiles['mentoring']) {
  return (
    <>
      <ServiceHead {...service} description={data.description} questions={data.questions} />
      <MentoringHero {...data} />
      <Benefits {...data} />
      <Method {...data} />
      <Fit {...data} />
      <SingleQuotation {...data} />
      <Questions {...data} />
      <MentoringCall {...data} />
      <NewsletterSection />
    </>
  );
}

export default contentPage('mentoring', MentoringPage);
