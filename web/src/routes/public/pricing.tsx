import { paths } from '@/app/pages';
import { BusinessData } from '@/features/plans/business-data';
import { Comparison } from '@/features/plans/comparison';
import { Guarantee } from '@/features/plans/guarantee';
import { PricingHero } from '@/features/plans/hero';
import { PlanTable } from '@/features/plans/plan-table';
import { PricingHead } from '@/features/plans/pricing-head';
import { Questions } from '@/features/plans/questions';
import { checkoutText } from '@/features/plans/text';
import type { ContentFiles } from '@/generated/content';
import { navigate } from '@/lib/router';
import { contentPage } from '../content-page';

const goToLogin = () => navigate(paths.membersWelcome);

function PricingPage(data: ContentFiles['plans']) {
  return (
    <>
      <PricingHead {...data} />
      <PricingHero {...data} />
      <section aria-label="Planos" className="wrap">
        <PlanTable {...data} notice={checkoutText.signInFirst} onSignIn={goToLogin} resumes />
      </section>
      <Comparison {...data} />
      <Guarantee {...data} />
      <Questions {...data} />
      <BusinessData />
    </>
  );
}

export default contentPage('plans', PricingPage);
