import { useQuery } from '@tanstack/react-query';
import type { Visit } from '@/app/routes';
import { focusMembersDoor, MEMBERS_DOOR_ID, MembersDoor } from '@/features/auth/sign-in/members-door';
import { MembershipCall } from '@/features/membership/call';
import { Exclusive } from '@/features/membership/exclusive';
import { MembershipFeatures } from '@/features/membership/features';
import { Figures } from '@/features/membership/figures';
import { MembershipHero } from '@/features/membership/hero';
import { MembershipHead } from '@/features/membership/membership-head';
import { MEMBERSHIP_PLANS_ID, PlansSection } from '@/features/membership/plans-section';
import { ChosenPlan } from '@/features/plans/chosen-plan';
import { PlanTable } from '@/features/plans/plan-table';
import { checkoutText } from '@/features/plans/text';
import { contentQuery } from '@/lib/content';
import { PageState } from '@/ui/page-state';

async function prefetch({ queryClient }: Visit) {
  await Promise.all([
    queryClient.ensureQueryData(contentQuery('membership')),
    queryClient.ensureQueryData(contentQuery('plans')),
  ]);
}

function MembersWelcomeRoute() {
  const membership = useQuery(contentQuery('membership'));
  const plans = useQuery(contentQuery('plans'));
  const failed = [membership, plans].find((query) => query.isError);
  if (!membership.data || !plans.data) return <PageState failed={Boolean(failed)} onRetry={() => failed?.refetch()} />;
  return (
    <>
      <MembershipHead {...membership.data} />
      <MembershipHero
        {...membership.data}
        plansId={MEMBERSHIP_PLANS_ID}
        doorId={MEMBERS_DOOR_ID}
        onMember={focusMembersDoor}
        door={<MembersDoor notice={<ChosenPlan plans={plans.data.plans} />} />}
      />
      <Figures {...membership.data} />
      <MembershipFeatures {...membership.data} />
      <Exclusive {...membership.data} />
      <PlansSection {...membership.data}>
        <PlanTable {...plans.data} heading="h3" notice={checkoutText.signInHere} onSignIn={focusMembersDoor} />
      </PlansSection>
      <MembershipCall {...membership.data} />
    </>
  );
}

export default Object.assign(MembersWelcomeRoute, { prefetch });
