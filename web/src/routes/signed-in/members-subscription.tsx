import { SignedInGate } from '@/features/members/gates';
import { SubscriptionPage } from '@/features/membership/subscription/subscription-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Assinatura" gate={SignedInGate}>
      {({ user }) => <SubscriptionPage userId={user.id} />}
    </MembersFrame>
  );
}
