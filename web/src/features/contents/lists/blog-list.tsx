import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type BlogFilters, paths } from '@/app/pages';
import { formatCount } from '@/lib/format';
import { searchWords } from '@/lib/search-text';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { GridCard, LeadCard } from '../cards/content-cards';
import { blogQuery, hasFilters, nextPage } from '../list-queries';
import { FromTheStart, LoadMore, tryAgain, useFocusOnAdded } from '../load-more';
import type { Category } from '../queries';
import { contentText } from '../text';

/** Where the one vermilion plate stands in the grid. */
const ACCENT_EVERY = 8;
const ACCENT_AT = 2;

const startsLater = ({ page = 1 }: BlogFilters) => page > 1;

export interface BlogListProps {
  filters: BlogFilters;
  category: Category | undefined;
}

export function BlogList({ filters, category }: BlogListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const words = searchWords(filters.search ?? '');
  const list = useInfiniteQuery(blogQuery(filters.search, category?.id, filters.page));
  const { data, isError, hasNextPage, isPlaceholderData } = list;
  const [lead, ...others] = data?.pages.flatMap((page) => page.contents) ?? [];
  const focusOnAdded = useFocusOnAdded(grid, others.length);
  const retry = () => void tryAgain(list);
  if (!data) return isError ? <ErrorNotice {...contentText.failed} onRetry={retry} /> : <BlogListSkeleton />;

  const total = data.pages[0]?.total ?? 0;
  const next = nextPage(filters.page ?? 1, data);
  const found = `${formatCount(total, 'conteúdo encontrado', 'conteúdos encontrados')}`;
  return (
    <div className={isPlaceholderData ? 'opacity-60' : undefined}>
      <p aria-live="polite" className={hasFilters(filters) && lead ? 'mb-5 type-meta' : 'sr-only'}>
        {hasFilters(filters) ? found : ''}
      </p>
      {lead && startsLater(filters) && <FromTheStart href={paths.blog({ ...filters, page: 1 })} />}
      {lead ? <LeadCard content={lead} words={words} /> : <NothingFound filters={filters} />}
      {others.length > 0 && (
        <div
          ref={grid}
          className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-[clamp(2.5rem,4vw,4rem)] border-t border-border-strong pt-5 md:grid-cols-2"
        >
          {others.map((content, index) => (
            <GridCard key={content.id} content={content} words={words} accent={index % ACCENT_EVERY === ACCENT_AT} />
          ))}
        </div>
      )}
      {isError && <ErrorNotice {...contentText.failed} onRetry={retry} />}
      {hasNextPage && (
        <LoadMore list={list} next={next} href={paths.blog({ ...filters, page: next })} onAsk={focusOnAdded} />
      )}
    </div>
  );
}

function NothingFound({ filters }: { filters: BlogFilters }) {
  if (!hasFilters(filters)) {
    const description = startsLater(filters)
      ? 'A lista termina antes desta página.'
      : 'Os primeiros textos chegam em breve.';
    return (
      <Empty title={contentText.nothing} description={description}>
        {startsLater(filters) && <FromTheStart href={paths.blog()} />}
      </Empty>
    );
  }
  return (
    <Empty
      title={contentText.nothing}
      description={
        filters.search
          ? `Nada aqui fala de “${filters.search}”. Tente uma palavra mais curta ou outra categoria.`
          : 'Ainda não há textos nesta categoria.'
      }
    >
      <ButtonLink href={paths.blog()} size="small">
        Ver todos
      </ButtonLink>
    </Empty>
  );
}

export function BlogListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-x-(--gutter) gap-y-6 border-t border-border pt-5 lg:grid-cols-12">
        <Skeleton className="aspect-16/10 lg:col-span-7" />
        <div className="grid content-start gap-4 lg:col-span-5 lg:pl-4">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="h-5" />
        </div>
      </div>
    </Loading>
  );
}
