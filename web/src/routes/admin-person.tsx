import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import type { PageProps } from '@/app/route';
import { PersonPage } from '@/features/admin/accounts/person-page';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminPersonRoute({ params }: PageProps) {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Pessoa" path={paths.adminPeople} account={<SignOutButton compact />}>
          <PersonPage id={params.id ?? ''} />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
