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

const ARTICLE = {
  title: 'Artigo não encontrado',
  text: 'O texto mudou de endereço ou saiu do ar.',
  href: paths.blog(),
  action: 'Voltar para o blog',
};

const LETTER = {
  title: 'Carta não encontrada',
  text: 'A carta mudou de endereço ou saiu do ar.',
  href: paths.letters,
  action: 'Ver todas as cartas',
};

export interface AbsentArticleProps {
  id: string;
  isLetter?: boolean;
}

/** Leads on from a former address. */
export function AbsentArticle({ id, isLetter = false }: AbsentArticleProps) {
  const { data: slug, isPending } = useQuery(movedQuery(id));
  if (isPending) return <PageState failed={false} onRetry={() => undefined} />;
  // The address of an exclusive letter is one of /cartas only.
  if (!slug || slug === id) return <NotFound id={id} isLetter={isLetter} />;
  return (
    <Navigate to={isLetter ? paths.letter(slug) : paths.article(slug)} replace>
      <PageState failed={false} onRetry={() => undefined} />
    </Navigate>
  );
}

/** Missing, unpublished and member-only articles look the same to a visitor. Administrators are shown why. */
function NotFound({ id, isLetter }: Required<AbsentArticleProps>) {
  const words = isLetter ? LETTER : ARTICLE;
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(hasStoredSession()), []);
  return (
    <>
      <Head title={words.title} description={words.text} />
      {isKnown && (
        <Suspense>
          <StaffNotice id={id} />
        </Suspense>
      )}
      <Missing seed="artigo" {...words} />
    </>
  );
}
