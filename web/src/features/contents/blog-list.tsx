import { useInfiniteQuery } from '@tanstack/react-query';
import { type BlogFilters, paths } from '@/app/paths';
import { formatCount } from '@/lib/format';
import { searchWords } from '@/lib/search-text';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { GridCard, LeadCard } from './content-cards';
import { blogQuery, type Category, hasFilters } from './queries';

/** Where the one vermilion plate stands in the grid. */
const ACCENT_EVERY = 8;
const ACCENT_AT = 2;

export function BlogList({ filters, category }: { filters: BlogFilters; category: Category | undefined }) {
  const words = searchWords(filters.search ?? '');
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery(blogQuery(filters.search, category?.id));
  if (!data) return isError ? <ErrorNotice {...FAILED} onRetry={() => void refetch()} /> : <BlogListSkeleton />;

  const [lead, ...others] = data.pages.flatMap((page) => page.contents);
  const total = data.pages[0]?.total ?? 0;
  const found = `${formatCount(total, 'conteúdo encontrado', 'conteúdos encontrados')}`;
  return (
    <div className={isPlaceholderData ? 'opacity-60' : undefined}>
      <p aria-live="polite" className={hasFilters(filters) && lead ? 'mb-5 type-meta' : 'sr-only'}>
        {hasFilters(filters) ? found : ''}
      </p>
      {lead ? <LeadCard content={lead} words={words} /> : <NothingFound filters={filters} />}
      {others.length > 0 && (
        <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-[clamp(2.5rem,4vw,4rem)] border-t border-border-strong pt-5 md:grid-cols-2">
          {others.map((content, index) => (
            <GridCard key={content.id} content={content} words={words} accent={index % ACCENT_EVERY === ACCENT_AT} />
          ))}
        </div>
      )}
      {isError && <ErrorNotice {...FAILED} onRetry={() => void refetch()} />}
      {hasNextPage && (
        <Button
          variant="line"
          className="mt-12 max-sm:w-full"
          busy={isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => void fetchNextPage()}
        >
          Carregar mais
        </Button>
      )}
    </div>
  );
}

const FAILED = {
  title: 'Não foi possível carregar os conteúdos.',
  description: 'A conexão falhou ou o servidor não respondeu.',
};

function NothingFound({ filters }: { filters: BlogFilters }) {
  if (!hasFilters(filters)) {
    return <Empty title="Nenhum conteúdo encontrado" description="Os primeiros textos chegam em breve." />;
  }
  return (
    <Empty
      title="Nenhum conteúdo encontrado"
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
