import { paths } from '@/app/pages';
import { Acts } from '@/features/admin/operations/audit/acts';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Auditoria" path={paths.adminAudit}>
      <Acts />
    </AdminFrame>
  );
}
