import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { ContentPage } from '@/features/admin/publishing/contents/desk/content-page';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <AdminFrame title="Conteúdo" path={paths.admin}>
      <ContentPage key={id} id={id} />
    </AdminFrame>
  );
}
