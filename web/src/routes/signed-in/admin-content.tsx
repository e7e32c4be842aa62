import { useState } from 'react';
import type { PageProps } from '@/app/routes';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import { ContentPage } from '@/features/admin/publishing/contents/desk/content-page';
import { useLocation } from '@/lib/router';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  const { key } = useLocation();
  // Once saved, a new content has an address of its own, without another navigation.
  const [named, setNamed] = useState<string>();
  const isNew = id === NEW_CONTENT && named !== key;
  const path = isNew ? signedInPaths.adminContent(id) : signedInPaths.adminPanel({ section: 'conteudos' });
  return (
    <AdminFrame title="Conteúdo" path={path} forEditors>
      <ContentPage key={`${id} ${key}`} id={id} onNamed={() => setNamed(key)} />
    </AdminFrame>
  );
}
