import '@/styles/article.css';
import '@/styles/signed-in.css';
import type { PageProps } from '@/app/route';
import { isLive } from '@/app/routes';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { MemberContent } from '@/features/contents/members/member-content';
import { SubscribersGate } from '@/features/members/members-gate';
import { MembersPage } from '@/features/members/members-page';
import { SessionProvider } from '@/lib/session';

const TITLE = 'Conteúdo exclusivo';

export default function MembersContentRoute({ params }: PageProps) {
  return (
    <SessionProvider>
      <SubscribersGate title={TITLE}>
        {({ user }) => (
          <MembersPage title={TITLE} isLive={isLive} account={<SignOutButton compact />}>
            <MemberContent id={params.id ?? ''} userId={user.id} />
          </MembersPage>
        )}
      </SubscribersGate>
    </SessionProvider>
  );
}
