import { SignedInGate } from '@/features/members/members-gate';
import { SubscriptionPage } from '@/features/subscription/subscription-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Assinatura" gate={SignedInGate}>
      {({ user }) => <SubscriptionPage userId={user.id} />}
    </MembersFrame>
  );
}
