import '@/styles/signed-in.css';
import { isLive } from '@/app/routes';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SignedInGate } from '@/features/members/members-gate';
import { MembersPage } from '@/features/members/members-page';
import { SubscriptionPage } from '@/features/subscription/subscription-page';
import { SessionProvider } from '@/lib/session';

const TITLE = 'Assinatura';

export default function MembersSubscriptionRoute() {
  return (
    <SessionProvider>
      <SignedInGate title={TITLE}>
        {({ user }) => (
          <MembersPage title={TITLE} isLive={isLive} account={<SignOutButton compact />}>
            <SubscriptionPage userId={user.id} />
          </MembersPage>
        )}
      </SignedInGate>
    </SessionProvider>
  );
}
