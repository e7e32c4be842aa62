import '@/styles/signed-in.css';
import { isLive } from '@/app/routes';
import { ErasureNotice } from '@/features/account-settings/erasure/erasure-notice';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { BegunContents } from '@/features/contents/members/member-begun';
import { Dashboard } from '@/features/members/dashboard';
import { MembersGate } from '@/features/members/members-gate';
import { MembersPage } from '@/features/members/members-page';
import { SessionProvider } from '@/lib/session';

const TITLE = 'Painel';

export default function MembersRoute() {
  return (
    <SessionProvider>
      <MembersGate title={TITLE}>
        {(access) => (
          <MembersPage title={TITLE} isLive={isLive} account={<SignOutButton compact />}>
            <ErasureNotice />
            <Dashboard
              access={access}
              isLive={isLive}
              begun={access.subscribed && <BegunContents userId={access.user.id} most={2} />}
            />
          </MembersPage>
        )}
      </MembersGate>
    </SessionProvider>
  );
}
