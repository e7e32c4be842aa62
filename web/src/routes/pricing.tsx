import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { BusinessData } from '@/features/plans/business-data';
import { Comparison } from '@/features/plans/comparison';
import { Guarantee } from '@/features/plans/guarantee';
import { PricingHero } from '@/features/plans/hero';
import { PlanTable } from '@/features/plans/plan-table';
import { PricingHead } from '@/features/plans/pricing-head';
import { Questions } from '@/features/plans/questions';
import { checkoutText } from '@/features/plans/text';
import { contentQuery } from '@/lib/content';
import { navigate } from '@/lib/router';
import { PageState } from '@/ui/page-state';

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('plans'));
}

const goToLogin = () => navigate(paths.membersWelcome);

export default function PricingRoute() {
  const { data, isError, refetch } = useQuery(contentQuery('plans'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
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
