import { paths } from '@/app/pages';
import { Waitlist } from '@/features/admin/leads/waitlist';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Lista de espera" path={paths.adminWaitlist}>
      <Waitlist />
    </AdminFrame>
  );
}
