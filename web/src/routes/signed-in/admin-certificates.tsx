import { paths } from '@/app/pages';
import { Certificates } from '@/features/admin/learning/certificates/certificates';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Certificados" path={paths.adminCertificates}>
      <Certificates />
    </AdminFrame>
  );
}
