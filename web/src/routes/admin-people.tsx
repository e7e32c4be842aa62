import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import { People } from '@/features/admin/accounts/people';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminPeopleRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Pessoas" path={paths.adminPeople} account={<SignOutButton compact />}>
          <People />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
