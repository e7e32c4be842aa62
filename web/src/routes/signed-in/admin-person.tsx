import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { PersonPage } from '@/features/admin/accounts/person-page';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <AdminFrame title="Pessoa" path={paths.adminPeople}>
      <PersonPage id={id} />
    </AdminFrame>
  );
}
