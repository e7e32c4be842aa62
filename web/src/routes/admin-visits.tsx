import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import { Visits } from '@/features/admin/analytics/visits';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminVisitsRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Visitas" path={paths.adminVisits} account={<SignOutButton compact />}>
          <Visits />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
