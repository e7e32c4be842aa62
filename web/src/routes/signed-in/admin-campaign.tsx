import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { CampaignPage } from '@/features/admin/newsletter/campaign/campaign-page';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { number = '' } }: PageProps) {
  return (
    <AdminFrame title="Campanha" path={paths.adminCampaigns}>
      <CampaignPage key={number} asked={number} />
    </AdminFrame>
  );
}
