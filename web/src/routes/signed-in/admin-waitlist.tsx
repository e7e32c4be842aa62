import { paths } from '@/app/pages';
import { WaitlistPage } from '@/features/leads/waitlist/waitlist-list';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Lista de espera" path={paths.adminWaitlist}>
      <WaitlistPage />
    </AdminFrame>
  );
}
