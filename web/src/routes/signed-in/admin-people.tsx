import { paths } from '@/app/pages';
import { People } from '@/features/admin/accounts/people';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Pessoas" path={paths.adminPeople}>
      <People />
    </AdminFrame>
  );
}
