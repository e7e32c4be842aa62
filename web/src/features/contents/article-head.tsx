import { paths } from '@/app/paths';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import type { Article } from './queries';
import { articleStructuredData } from './structured-data';

export function ArticleHead({ article }: { article: Article }) {
  const site = useSite();
  return (
    <Head
      title={article.title}
      description={article.description || `${article.title}, por ${site.name}.`}
      canonicalPath={paths.article(article.id)}
      type="article"
      image={article.thumbnail_url}
      publishedAt={article.created_at}
      modifiedAt={article.updated_at}
      structuredData={articleStructuredData(site, article)}
    />
  );
}
