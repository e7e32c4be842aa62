import { paths } from '@/app/pages';
import { Members } from '@/features/admin/membership/members';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Membros" path={paths.adminMembers}>
      <Members />
    </AdminFrame>
  );
}
