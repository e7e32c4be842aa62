import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { paths } from '@/app/pages';
import type { PageProps, Visit } from '@/app/routes';
import { openingPlansQuery } from '@/entities/opening-plan';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { ArticleHead, MoreToRead } from '@/features/publishing/article/article-head';
import { ArticleView } from '@/features/publishing/article/article-view';
import { relatedQuery } from '@/features/publishing/article/related';
import { ClosedLetter } from '@/features/publishing/letters/closed-letter';
import { letterQuery } from '@/features/publishing/letters/letter-query';
import { type Article, movedQuery } from '@/features/publishing/queries';
import { Navigate } from '@/lib/router';
import { code } from '@/lib/start/code';
import { PageState } from '@/ui/page-state';

const partlyOpen = code(() => import('@/features/publishing/article/partly-open'));
const absent = code(() => import('@/features/publishing/article/absent-article'));

async function prefetch({ params: { id = '' }, queryClient }: Visit) {
  const letter = await queryClient.ensureQueryData(letterQuery(id));
  if (!letter) {
    const [slug] = await Promise.all([queryClient.ensureQueryData(movedQuery(id)), absent()]);
    return slug && slug !== id ? { status: 301, location: paths.letter(slug) } : { status: 404 };
  }
  if (letter.content_type !== 'letter') return { status: 301, location: paths.content(letter) };
  await Promise.all([
    queryClient.ensureQueryData(relatedQuery(letter)),
    (letter.is_member_only || letter.open_body !== null) && queryClient.ensureQueryData(openingPlansQuery),
    letter.open_body !== null && partlyOpen(),
  ]);
  return { status: 200 };
}

function Absent({ id }: { id: string }) {
  const { AbsentArticle } = use(absent());
  return <AbsentArticle id={id} isLetter />;
}

function PartlyOpen({ letter }: { letter: Article }) {
  const { PartlyOpen: Part } = use(partlyOpen());
  return <Part article={letter} View={ArticleView} />;
}

function Letter({ letter }: { letter: Article }) {
  if (letter.open_body !== null) return <PartlyOpen letter={letter} />;
  return <ArticleView article={letter}>{letter.is_member_only && <ClosedLetter letter={letter} />}</ArticleView>;
}

function LetterRoute({ params: { id = '' } }: PageProps) {
  const { data: letter, isError, refetch } = useQuery(letterQuery(id));
  if (letter === undefined) return <PageState failed={isError} onRetry={refetch} />;
  if (!letter) return <Absent id={id} />;
  if (letter.content_type !== 'letter') return <Navigate to={paths.content(letter)} replace />;
  return (
    <>
      <ArticleHead article={letter} />
      <Letter letter={letter} />
      <MoreToRead article={letter} />
      <NewsletterSection />
    </>
  );
}

export default Object.assign(LetterRoute, { prefetch });
