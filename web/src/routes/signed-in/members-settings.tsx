import '@/styles/signed-in.css';
import { SessionProvider, useSession } from '@/entities/session';
import { Mfa } from '@/features/accounts/mfa/mfa';
import { Settings } from '@/features/accounts/settings/settings';
import { SettingsGate } from '@/features/accounts/settings/settings-gate';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { MembersPage } from '@/features/members/members-page';
import { NoticeBell } from '@/features/notices/bell';
import { SiteSearch } from '@/features/search/site-search';

const TITLE = 'Configurações';

function OwnBell() {
  const { user } = useSession();
  return user && <NoticeBell userId={user.id} />;
}

export default function MembersSettingsRoute() {
  return (
    <SessionProvider>
      <SettingsGate title={TITLE}>
        <MembersPage
          title={TITLE}
          account={
            <>
              <SiteSearch />
              <OwnBell />
              <SignOutButton compact inHeader />
            </>
          }
        >
          <Settings secondStep={(userId, onProved) => <Mfa userId={userId} onProved={onProved} />} />
        </MembersPage>
      </SettingsGate>
    </SessionProvider>
  );
}
