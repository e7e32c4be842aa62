import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { hasStoredSession } from '@/entities/stored-session';
import { Navigate } from '@/lib/router';
import { PageState } from '@/ui/page-state';
import { Missing } from '@/ui/reading/missing';
import { latePart } from '@/ui/start/late-part';
import { movedQuery } from '../queries';

const StaffNotice = latePart(() => import('./staff-notice'));

/** Leads on from a former address. */
export function AbsentArticle({ id }: { id: string }) {
  const { data: slug, isPending } = useQuery(movedQuery(id));
  if (isPending) return <PageState failed={false} onRetry={() => undefined} />;
  if (!slug) return <NotFound id={id} />;
  return (
    <Navigate to={paths.article(slug)} replace>
      <PageState failed={false} onRetry={() => undefined} />
    </Navigate>
  );
}

/** Missing, unpublished and member-only articles look the same to a visitor. Administrators are shown why. */
function NotFound({ id }: { id: string }) {
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
