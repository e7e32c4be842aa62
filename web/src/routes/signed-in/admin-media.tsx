import { paths } from '@/app/pages';
import { Media } from '@/features/admin/publishing/media/media';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Mídia" path={paths.adminMedia} forEditors>
      <Media />
    </AdminFrame>
  );
}
