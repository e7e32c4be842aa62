import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { Mfa } from '@/features/accounts/mfa/mfa';
import { Settings } from '@/features/accounts/settings/settings';
import { SettingsGate } from '@/features/accounts/settings/settings-gate';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { MembersPage } from '@/features/members/members-page';
import { SiteSearch } from '@/features/search/site-search';

const TITLE = 'Configurações';

export default function MembersSettingsRoute() {
  return (
    <SessionProvider>
      <SettingsGate title={TITLE}>
        <MembersPage
          title={TITLE}
          account={
            <>
              <SiteSearch />
              <SignOutButton compact />
            </>
          }
        >
          <Settings secondStep={(userId, onProved) => <Mfa userId={userId} onProved={onProved} />} />
        </MembersPage>
      </SettingsGate>
    </SessionProvider>
  );
}
