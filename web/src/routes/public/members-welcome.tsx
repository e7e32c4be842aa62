import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Visit } from '@/app/routes';
import { authSettingsQuery } from '@/entities/auth-settings';
import { contentQuery } from '@/entities/site';
import { focusLogin, LOGIN_PANEL_ID, LoginPanel } from '@/features/accounts/sign-in/login-panel';
import { ChosenPlan } from '@/features/membership/plans/chosen-plan';
import { PlanTable } from '@/features/membership/plans/plan-table';
import { checkoutText } from '@/features/membership/plans/text';
import {
  Exclusive,
  Figures,
  MEMBERSHIP_PLANS_ID,
  MembershipCall,
  MembershipFeatures,
  MembershipHead,
  MembershipHero,
  PlansSection,
} from '@/features/membership/presentation/sections';
import { useSearchParams } from '@/lib/router';
import { PageState } from '@/ui/page-state';

async function prefetch({ queryClient }: Visit) {
  await Promise.all([
    queryClient.ensureQueryData(contentQuery('membership')),
    queryClient.ensureQueryData(contentQuery('plans')),
    queryClient.ensureQueryData(authSettingsQuery),
  ]);
}

function MembersWelcomeRoute() {
  const [params] = useSearchParams();
  const invite = params.get('convite');
  useEffect(() => {
    if (!invite) return;
    // Few visitors come by an invitation: the code is fetched for them only.
    import('@/entities/invite').then(
      ({ rememberInvite }) => rememberInvite(invite),
      (reason: unknown) => console.warn('the invitation could not be kept', reason),
    );
  }, [invite]);
  const membership = useQuery(contentQuery('membership'));
  const plans = useQuery(contentQuery('plans'));
  const settings = useQuery(authSettingsQuery);
  const failed = [membership, plans].find((query) => query.isError);
  if (!membership.data || !plans.data || settings.isPending)
    return <PageState failed={Boolean(failed)} onRetry={() => failed?.refetch()} />;
  return (
    <>
      <MembershipHead {...membership.data} />
      <MembershipHero
        {...membership.data}
        plansId={MEMBERSHIP_PLANS_ID}
        loginId={LOGIN_PANEL_ID}
        onMember={focusLogin}
        login={<LoginPanel notice={<ChosenPlan plans={plans.data.plans} />} />}
      />
      <Figures {...membership.data} />
      <MembershipFeatures {...membership.data} />
      <Exclusive {...membership.data} />
      <PlansSection {...membership.data}>
        <PlanTable {...plans.data} heading="h3" notice={checkoutText.signInHere} onSignIn={focusLogin} />
      </PlansSection>
      <MembershipCall {...membership.data} />
    </>
  );
}

export default Object.assign(MembersWelcomeRoute, { prefetch });
