import type { PageProps } from '@/app/routes';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import { ContentPage } from '@/features/admin/publishing/contents/desk/content-page';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  const path = id === NEW_CONTENT ? signedInPaths.adminContent(id) : signedInPaths.adminPanel({ section: 'conteudos' });
  return (
    <AdminFrame title="Conteúdo" path={path} forEditors>
      <ContentPage key={id} id={id} />
    </AdminFrame>
  );
}
