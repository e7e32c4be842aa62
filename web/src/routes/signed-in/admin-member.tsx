import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { MemberPage } from '@/features/admin/membership/member-page';
import { PersonActs } from '@/features/admin/operations/audit/act-list';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <AdminFrame title="Membro" path={paths.adminMembers}>
      <MemberPage id={id} acts={<PersonActs id={id} />} />
    </AdminFrame>
  );
}
