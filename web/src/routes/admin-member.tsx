import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import type { PageProps } from '@/app/route';
import { MemberPage } from '@/features/admin/membership/member-page';
import { PersonActs } from '@/features/admin/operations/audit/person-acts';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminMemberRoute({ params }: PageProps) {
  const id = params.id ?? '';
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Membro" path={paths.adminMembers} account={<SignOutButton compact />}>
          <MemberPage id={id} acts={<PersonActs id={id} />} />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
