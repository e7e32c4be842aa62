import { paths } from '@/app/pages';
import { useSession } from '@/entities/session';
import { ModerationPage } from '@/features/moderation/moderation-page';
import { PanelHeading } from '@/ui/panel-heading';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Moderação" path={paths.adminModeration}>
      <Moderation />
    </AdminFrame>
  );
}

function Moderation() {
  const { user } = useSession();
  return (
    user && (
      <ModerationPage userId={user.id} path={paths.adminModeration} heading={<PanelHeading title="Moderação" />} />
    )
  );
}
