import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import type { PageProps, Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { ArticleHead, ArticleNotFound, MoreToRead } from '@/features/publishing/article/article-head';
import { ArticleView } from '@/features/publishing/article/article-view';
import { relatedQuery } from '@/features/publishing/article/related';
import { articleQuery } from '@/features/publishing/queries';
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
