import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import type { PageProps } from '@/app/route';
import { PersonActs } from '@/features/admin-audit/person-acts';
import { MemberPage } from '@/features/admin-members/member-page';
import { PanelPage } from '@/features/admin-panel/panel-page';
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
