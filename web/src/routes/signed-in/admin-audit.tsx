import { paths } from '@/app/pages';
import { AuditLog } from '@/features/admin/operations/audit/audit-log';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Auditoria" path={paths.adminAudit}>
      <AuditLog />
    </AdminFrame>
  );
}
