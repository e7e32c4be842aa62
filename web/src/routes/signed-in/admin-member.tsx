import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { MemberPage } from '@/features/admin/membership/member-page';
import { PersonAudit } from '@/features/admin/operations/audit/audit-row';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <AdminFrame title="Membro" path={paths.adminMembers}>
      <MemberPage id={id} audit={<PersonAudit id={id} />} />
    </AdminFrame>
  );
}
