import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import type { PageProps, Visit } from '@/app/routes';
import { ArticleHead } from '@/features/contents/article/article-head';
import { ArticleNotFound } from '@/features/contents/article/article-not-found';
import { ArticleView } from '@/features/contents/article/article-view';
import { MoreToRead } from '@/features/contents/article/more-to-read';
import { relatedQuery } from '@/features/contents/article/related';
import { articleQuery } from '@/features/contents/queries';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { Head } from '@/lib/head';
import { PageState } from '@/ui/page-state';

async function prefetch({ params: { id = '' }, queryClient }: Visit) {
  const article = await queryClient.ensureQueryData(articleQuery(id));
  if (!article) return { status: 404 };
  await queryClient.ensureQueryData(relatedQuery(article));
  return { status: 200 };
}

function ArticleRoute({ params: { id = '' } }: PageProps) {
  const { data: article, isError, refetch } = useQuery(articleQuery(id));
  if (article === undefined) return <PageState failed={isError} onRetry={refetch} />;
  if (!article) {
    return (
      <>
        <Head title="Artigo não encontrado" description="O texto mudou de endereço ou saiu do ar." />
        <ArticleNotFound />
      </>
    );
  }
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
