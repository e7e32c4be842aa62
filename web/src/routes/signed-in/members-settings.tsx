import '@/styles/signed-in.css';
import { Settings } from '@/features/account-settings/settings';
import { SettingsGate } from '@/features/account-settings/settings-gate';
import { SecondStep } from '@/features/auth/second-step/second-step';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { MembersPage } from '@/features/members/members-page';
import { SessionProvider } from '@/lib/session';

const TITLE = 'Configurações';

export default function MembersSettingsRoute() {
  return (
    <SessionProvider>
      <SettingsGate title={TITLE}>
        <MembersPage title={TITLE} account={<SignOutButton compact />}>
          <Settings secondStep={(userId, onProved) => <SecondStep userId={userId} onProved={onProved} />} />
        </MembersPage>
      </SettingsGate>
    </SessionProvider>
  );
}
