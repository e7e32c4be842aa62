import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { formatDate } from '@/lib/format';
import { Section } from '@/ui/section';
import { OpenRowCard } from '../cards/open-cards';
import { type Article, publishedAt } from '../queries';
import { articleStructuredData } from '../structured-data';
import { relatedQuery } from './related';

/** `Gestão · 14/11/2025` */
function shareLabel(article: Article): string {
  return [article.category, formatDate(publishedAt(article))].filter(Boolean).join(' · ');
}

export function ArticleHead({ article }: { article: Article }) {
  const site = useSite();
  return (
    <Head
      title={article.seo_title || article.title}
      description={article.seo_description || article.description || `${article.title}, por ${site.name}.`}
      canonicalPath={paths.content(article)}
      type="article"
      share={{ label: shareLabel(article), subject: article }}
      section={article.category}
      publishedAt={publishedAt(article)}
      modifiedAt={article.updated_at}
      structuredData={import.meta.env.SSR && articleStructuredData(site, article)}
    />
  );
}

/** The second row is the vermilion one. */
const ACCENT_AT = 1;

/** Related articles, and then the newest. */
export function MoreToRead({ article }: { article: Article }) {
  const { data: contents } = useQuery(relatedQuery(article));
  if (!contents?.length) return null;
  return (
    <Section label="Continue lendo" labelIsHeading className="pb-[clamp(2rem,4vw,4rem)] print:hidden">
      <ul className="border-b border-border">
        {contents.map((content, index) => (
          <li key={content.id}>
            <OpenRowCard content={content} accent={index === ACCENT_AT} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
