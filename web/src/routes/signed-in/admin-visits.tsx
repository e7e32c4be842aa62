import { paths } from '@/app/pages';
import { Visits } from '@/features/admin/analytics/visits';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Visitas" path={paths.adminVisits}>
      <Visits />
    </AdminFrame>
  );
}
