import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import { Members } from '@/features/admin/membership/members';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminMembersRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Membros" path={paths.adminMembers} account={<SignOutButton compact />}>
          <Members />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
