import { lazy, Suspense, useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { hasStoredSession } from '@/entities/stored-session';
import { Missing } from '@/ui/missing';

const StaffNotice = lazy(() => import('./staff-notice'));

/** Missing, unpublished and member-only articles look the same to a visitor. Administrators are shown why. */
export function AbsentArticle({ id }: { id: string }) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(hasStoredSession()), []);
  return (
    <>
      <Head title="Artigo não encontrado" description="O texto mudou de endereço ou saiu do ar." />
      {isKnown && (
        <Suspense>
          <StaffNotice id={id} />
        </Suspense>
      )}
      <Missing
        seed="artigo"
        title="Artigo não encontrado"
        text="O texto mudou de endereço ou saiu do ar."
        href={paths.blog()}
        action="Voltar para o blog"
      />
    </>
  );
}
