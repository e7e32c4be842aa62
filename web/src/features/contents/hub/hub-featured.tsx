import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { ContentsContent } from '@/generated/content';
import { formatCount } from '@/lib/format';
import { slugify } from '@/lib/search-text';
import { ChipLink } from '@/ui/chip';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { Loading, Skeleton } from '@/ui/skeleton';
import { RowCard, TopCard } from '../cards/content-cards';
import { featuredQuery } from '../list-queries';
import type { ContentCard } from '../queries';
import { contentText } from '../text';

export interface HubFeaturedProps extends Pick<ContentsContent, 'featured'> {
  /** The slug in the address; one that none of the recommended contents has filters nothing. */
  category: string | undefined;
}

/** What the owner recommends: one large, the others in rows, by category if one is chosen. */
export function HubFeatured({ featured, category }: HubFeaturedProps) {
  const { data: contents, isError, refetch } = useQuery(featuredQuery);
  const categories = categoriesIn(contents ?? []);
  const current = categories.some(({ slug }) => slug === category) ? category : undefined;
  const shown = contents?.filter((content) => !current || slugify(content.category ?? '') === current) ?? [];
  const [top, ...others] = shown;
  return (
    <section aria-labelledby="featured" className="py-(--sp-section)">
      <div className="wrap">
        <div className="grid-page gap-y-8 border-t border-border-strong pt-5">
          <div className="col-span-full lg:col-span-4 lg:pr-8">
            <h2 id="featured" className="type-display-3">
              {featured.title}
            </h2>
            <p className="mt-2 max-w-[32ch] text-base text-muted-foreground">{featured.text}</p>
            {categories.length > 1 && <CategoryChips categories={categories} current={current} />}
            <p aria-live="polite" className="sr-only">
              {current ? formatCount(shown.length, 'conteúdo em destaque', 'conteúdos em destaque') : ''}
            </p>
          </div>
          <div className="col-span-full min-w-0 lg:col-span-8">
            {top && <TopCard content={top} />}
            {others.length > 0 && (
              <ul className="border-b border-border">
                {others.map((content) => (
                  <li key={content.id}>
                    <RowCard content={content} />
                  </li>
                ))}
              </ul>
            )}
            {contents?.length === 0 && (
              <Empty title={contentText.nothing} description="Os destaques chegam em breve." />
            )}
            {!contents && isError && <ErrorNotice {...contentText.failed} onRetry={() => void refetch()} />}
            {!contents && !isError && (
              <Loading>
                <Skeleton className="aspect-16/9" />
              </Loading>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

interface CategoryOfList {
  slug: string;
  name: string;
}

/** The categories that have something to show, in the order in which they first appear. */
function categoriesIn(contents: readonly ContentCard[]): CategoryOfList[] {
  const names = contents.flatMap((content) => content.category ?? []);
  return [...new Set(names)].map((name) => ({ name, slug: slugify(name) }));
}

function CategoryChips({
  categories,
  current,
}: {
  categories: readonly CategoryOfList[];
  current: string | undefined;
}) {
  return (
    <nav
      aria-label="Categorias"
      className="bleed-x mt-5 flex gap-2 py-1 lg:sticky lg:top-[calc(var(--header-h)+1.5rem)] lg:mx-0 lg:flex-wrap lg:px-0"
    >
      <ChipLink href={paths.featuredContents()} current={!current}>
        Todas
      </ChipLink>
      {categories.map(({ name, slug }) => (
        <ChipLink key={slug} href={paths.featuredContents(slug)} current={slug === current}>
          {name}
        </ChipLink>
      ))}
    </nav>
  );
}
