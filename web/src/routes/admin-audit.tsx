import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import { Acts } from '@/features/admin/operations/audit/acts';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminAuditRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Auditoria" path={paths.adminAudit} account={<SignOutButton compact />}>
          <Acts />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
