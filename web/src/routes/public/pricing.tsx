import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { ownCoursesQuery } from '@/entities/course-sources';
import { answeredQuestions } from '@/entities/plan-answers';
import { useSite } from '@/entities/site';
import { PlanTable } from '@/features/membership/plans/plan-table';
import {
  BusinessData,
  Comparison,
  Guarantee,
  PlanQuestions,
  PricingHead,
  PricingHero,
} from '@/features/membership/plans/pricing-sections';
import { checkoutText } from '@/features/membership/plans/text';
import type { ContentFiles } from '@/generated/content';
import { navigate } from '@/lib/router';
import { contentPage } from '../content-page';

const goToLogin = () => navigate(paths.membersWelcome);

function PricingPage(plans: ContentFiles['plans']) {
  const { course_platform: platform } = useSite();
  const { data: own } = useQuery(ownCoursesQuery);
  const data = { ...plans, questions: answeredQuestions(plans, own === undefined ? undefined : { own, platform }) };
  return (
    <>
      <PricingHead {...data} />
      <PricingHero {...data} />
      <section aria-label="Planos" className="wrap">
        <PlanTable {...data} notice={checkoutText.signInFirst} onSignIn={goToLogin} resumes />
      </section>
      <Comparison {...data} />
      <Guarantee {...data} />
      <PlanQuestions {...data} />
      <BusinessData {...data} />
    </>
  );
}

export default contentPage('plans', PricingPage, ({ queryClient }) => [queryClient.prefetchQuery(ownCoursesQuery)]);
