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
import { type Article, articleQuery, movedQuery } from '@/features/publishing/queries';
import { Navigate } from '@/lib/router';
import { code } from '@/lib/start/code';
import { PageState } from '@/ui/page-state';

// Previews show the same.
export { ArticleView };

const partlyOpen = code(() => import('@/features/publishing/article/partly-open'));
const absent = code(() => import('@/features/publishing/article/absent-article'));

async function prefetch({ params: { id = '' }, queryClient }: Visit) {
  const article = await queryClient.ensureQueryData(articleQuery(id));
  if (!article) {
    const [slug] = await Promise.all([queryClient.ensureQueryData(movedQuery(id)), absent()]);
    return slug && slug !== id ? { status: 301, location: paths.article(slug) } : { status: 404 };
  }
  if (article.content_type === 'letter') return { status: 301, location: paths.content(article) };
  await Promise.all([
    queryClient.ensureQueryData(relatedQuery(article)),
    article.open_body !== null && Promise.all([queryClient.ensureQueryData(openingPlansQuery), partlyOpen()]),
  ]);
  return { status: 200 };
}

function Absent({ id }: { id: string }) {
  const { AbsentArticle } = use(absent());
  return <AbsentArticle id={id} />;
}

function PartlyOpen({ article }: { article: Article }) {
  const { PartlyOpen: Part } = use(partlyOpen());
  return <Part article={article} View={ArticleView} />;
}

function ArticleRoute({ params: { id = '' } }: PageProps) {
  const { data: article, isError, refetch } = useQuery(articleQuery(id));
  if (article === undefined) return <PageState failed={isError} onRetry={refetch} />;
  if (!article) return <Absent id={id} />;
  if (article.content_type === 'letter') return <Navigate to={paths.content(article)} replace />;
  return (
    <>
      <ArticleHead article={article} />
      {article.open_body === null ? <ArticleView article={article} /> : <PartlyOpen article={article} />}
      <MoreToRead article={article} />
      <NewsletterSection />
    </>
  );
}

export default Object.assign(ArticleRoute, { prefetch });
