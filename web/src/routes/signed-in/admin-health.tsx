import { paths } from '@/app/pages';
import { Health } from '@/features/admin/panel/health/health';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Saúde" path={paths.adminHealth}>
      <Health />
    </AdminFrame>
  );
}
