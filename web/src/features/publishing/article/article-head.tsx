import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { formatDate } from '@/lib/format';
import { ButtonLink } from '@/ui/link';
import { NeedleArt } from '@/ui/needle-art';
import { Section } from '@/ui/section';
import { RowCard } from '../cards/content-cards';
import type { Article } from '../queries';
import { articleStructuredData } from '../structured-data';
import { relatedQuery } from './related';

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

/** Missing, unpublished and member-only articles look the same to a visitor. */
export function ArticleNotFound() {
  return (
    <div className="wrap py-[clamp(3rem,6vw,6rem)]">
      <div className="relative overflow-hidden border border-border p-6 lg:p-16">
        <NeedleArt
          field="scatter"
          seed="artigo"
          width={1280}
          height={400}
          step={80}
          className="absolute inset-0 text-plate [--art-north:var(--plate)]"
        />
        <div className="relative">
          <h1 className="type-display-3">Artigo não encontrado</h1>
          <p className="mt-3 max-w-[44ch] text-foreground-2">O texto mudou de endereço ou saiu do ar.</p>
          <ButtonLink href={paths.blog()} className="mt-6">
            Voltar para o blog
          </ButtonLink>
        </div>
      </div>
    </div>
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
            <RowCard content={content} accent={index === ACCENT_AT} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
