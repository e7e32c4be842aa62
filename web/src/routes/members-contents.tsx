import '@/styles/signed-in.css';
import { isLive } from '@/app/routes';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { MemberContents } from '@/features/contents/members/member-list';
import { SubscribersGate } from '@/features/members/members-gate';
import { MembersPage } from '@/features/members/members-page';
import { SessionProvider } from '@/lib/session';

const TITLE = 'Conteúdos exclusivos';

export default function MembersContentsRoute() {
  return (
    <SessionProvider>
      <SubscribersGate title={TITLE}>
        {({ user }) => (
          <MembersPage title={TITLE} isLive={isLive} account={<SignOutButton compact />}>
            <MemberContents userId={user.id} />
          </MembersPage>
        )}
      </SubscribersGate>
    </SessionProvider>
  );
}
