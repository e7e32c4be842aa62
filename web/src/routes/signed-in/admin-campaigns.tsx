import { paths } from '@/app/pages';
import { LettersPage } from '@/features/admin/newsletter/letters-page';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Cartas" path={paths.adminCampaigns}>
      <LettersPage />
    </AdminFrame>
  );
}
