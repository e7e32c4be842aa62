import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { paths } from '@/app/pages';
import type { PageProps, Visit } from '@/app/routes';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { ArticleHead, MoreToRead } from '@/features/publishing/article/article-head';
import { ArticleView } from '@/features/publishing/article/article-view';
import { relatedQuery } from '@/features/publishing/article/related';
import { articleQuery, movedQuery } from '@/features/publishing/queries';
import { code } from '@/lib/start/code';
import { PageState } from '@/ui/page-state';

// Previews show the same.
export { ArticleView };

const absent = code(() => import('@/features/publishing/article/absent-article'));

async function prefetch({ params: { id = '' }, queryClient }: Visit) {
  const article = await queryClient.ensureQueryData(articleQuery(id));
  if (!article) {
    const [slug] = await Promise.all([queryClient.ensureQueryData(movedQuery(id)), absent()]);
    return slug ? { status: 301, location: paths.article(slug) } : { status: 404 };
  }
  await queryClient.ensureQueryData(relatedQuery(article));
  return { status: 200 };
}

function Absent({ id }: { id: string }) {
  const { AbsentArticle } = use(absent());
  return <AbsentArticle id={id} />;
}

function ArticleRoute({ params: { id = '' } }: PageProps) {
  const { data: article, isError, refetch } = useQuery(articleQuery(id));
  if (article === undefined) return <PageState failed={isError} onRetry={refetch} />;
  if (!article) return <Absent id={id} />;
  return (
    <>
      <ArticleHead article={article} />
      <ArticleView article={article} />
      <MoreToRead article={article} />
      <NewsletterSection />
    </>
  );
}

export default Object.assign(ArticleRoute, { prefetch });
