import { paths } from '@/app/pages';
import { answeredQuestions } from '@/entities/payment-methods';
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
  const data = { ...plans, questions: answeredQuestions(plans) };
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

export default contentPage('plans', PricingPage);
