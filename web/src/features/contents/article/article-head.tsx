import { paths } from '@/app/pages';
import { formatDate } from '@/lib/format';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import type { Article } from '../queries';
import { articleStructuredData } from '../structured-data';

/** `Gestão · 14/11/2025` */
function shareLabel({ category, created_at }: Article): string {
  return [category, formatDate(created_at)].filter(Boolean).join(' · ');
}

export function ArticleHead({ article }: { article: Article }) {
  const site = useSite();
  return (
    <Head
      title={article.title}
      description={article.description || `${article.title}, por ${site.name}.`}
      canonicalPath={paths.article(article.id)}
      type="article"
      share={{ label: shareLabel(article), subject: article }}
      section={article.category}
      publishedAt={article.created_at}
      modifiedAt={article.updated_at}
      structuredData={articleStructuredData(site, article)}
    />
  );
}
