import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { paths } from '@/app/pages';
import type { PageProps, Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { type Reviewed, reviewedQuery } from '@/features/publishing/preview/review-queries';
import { code } from '@/lib/start/code';
import { PageState } from '@/ui/page-state';
import { Missing } from '@/ui/reading/missing';

// Fetched for a link that is valid. Not imported: what the article's page shares with this one would be a request of its own
// there.
const parts = code(async () => {
  const [{ ReviewPage }, { ArticleView }] = await Promise.all([
    import('@/features/publishing/preview/review-page'),
    import('./article'),
  ]);
  return { ReviewPage, ArticleView };
});

async function prefetch({ params: { token = '' }, queryClient }: Visit) {
  const { content } = await queryClient.ensureQueryData(reviewedQuery(token));
  if (!content) return { status: 404 };
  await parts();
  return { status: 200 };
}

function Review({ content, has_file: hasFile, expires_at: expiresAt }: ReviewedContent) {
  const { ReviewPage, ArticleView } = use(parts());
  return (
    <>
      <Head title={`Prévia: ${content.title}`} description="Prévia de um conteúdo." />
      <ReviewPage content={content} hasFile={hasFile} expiresAt={expiresAt} View={ArticleView} />
    </>
  );
}

type ReviewedContent = Reviewed & { content: NonNullable<Reviewed['content']> };

function ReviewRoute({ params: { token = '' } }: PageProps) {
  const { data, isError, refetch } = useQuery(reviewedQuery(token));
  if (data === undefined) return <PageState failed={isError} onRetry={refetch} />;
  const { content, ...more } = data;
  if (content) return <Review content={content} {...more} />;
  return (
    <>
      <Head title="Link sem validade" description="Prévia de um conteúdo." />
      <Missing
        seed="previa"
        title="Este link não vale mais"
        text="Links de revisão valem por sete dias e podem ser revogados. Peça um novo a quem enviou este."
        href={paths.home}
        action="Ir para o início"
      />
    </>
  );
}

export default Object.assign(ReviewRoute, { prefetch });
