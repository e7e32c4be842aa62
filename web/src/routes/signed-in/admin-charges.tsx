import { paths } from '@/app/pages';
import { Charges } from '@/features/admin/membership/charges';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Cobranças" path={paths.adminCharges}>
      <Charges />
    </AdminFrame>
  );
}
