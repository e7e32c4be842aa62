import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ExclusiveFilters, paths } from '@/app/pages';
import { formatCount } from '@/lib/format';
import { useSearchParams } from '@/lib/router';
import { searchWords } from '@/lib/search-text';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { nextPage } from '../list-queries';
import { type LoadMoreProps, tryAgain, useFocusOnAdded, useGrowth } from '../load-more';
import { contentText } from '../text';
import { BegunContents } from './member-begun';
import { ExclusiveFilterBar } from './member-filters';
import { exclusiveListQuery, progressQuery, typeOf } from './member-queries';
import { MemberRow } from './member-row';

/** How many begun contents stand above the list. */
const BEGUN = 2;

/** Everything that is for members, with how far this one is. */
export function MemberContents({ userId }: { userId: string }) {
  const [params] = useSearchParams();
  const filters = { search: params.get('busca')?.trim() || undefined, type: typeOf(params.get('tipo') ?? undefined) };
  const filtered = Boolean(filters.search || filters.type);
  return (
    <>
      <h1 className="type-display-3">Conteúdos exclusivos</h1>
      <p className="mt-2 mb-7 type-ui text-muted-foreground">
        Artigos, vídeos, podcasts e documentos para quem é membro.
      </p>
      <div className="grid gap-[clamp(1.75rem,3vw,2.75rem)]">
        {!filtered && <BegunContents userId={userId} most={BEGUN} />}
        <section aria-labelledby="all-exclusive" className="border-t border-border-strong pt-4">
          <h2 id="all-exclusive" className="mb-4 type-title-2">
            Todos
          </h2>
          <ExclusiveFilterBar filters={filters} />
          <List filters={filters} filtered={filtered} userId={userId} />
        </section>
      </div>
    </>
  );
}

interface ListProps {
  filters: ExclusiveFilters;
  filtered: boolean;
  userId: string;
}

function List({ filters, filtered, userId }: ListProps) {
  const items = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery(exclusiveListQuery(filters));
  // A list without its progress is still a list.
  const { data: progress } = useQuery(progressQuery(userId));
  const contents = list.data?.pages.flatMap((page) => page.contents) ?? [];
  const focusOnAdded = useFocusOnAdded(items, contents.length);
  const retry = () => void tryAgain(list);
  if (!list.data) {
    return list.isError ? (
      <div className="mt-6">
        <ErrorNotice {...contentText.failed} onRetry={retry} />
      </div>
    ) : (
      <ListSkeleton />
    );
  }
  const total = list.data.pages[0]?.total ?? 0;
  const words = searchWords(filters.search ?? '');
  return (
    <div className={list.isPlaceholderData ? 'mt-4 opacity-60' : 'mt-4'}>
      <p aria-live="polite" className={filtered && total > 0 ? 'mb-3 type-meta' : 'sr-only'}>
        {filtered ? formatCount(total, 'conteúdo encontrado', 'conteúdos encontrados') : ''}
      </p>
      {contents.length === 0 && <Nothing filtered={filtered} />}
      <ul ref={items} className="border-b border-border empty:hidden">
        {contents.map((content) => (
          <li key={content.id}>
            <MemberRow content={content} progress={progress?.get(content.id)} words={words} />
          </li>
        ))}
      </ul>
      {list.isError && <ErrorNotice {...contentText.failed} onRetry={retry} />}
      {list.hasNextPage && <More list={list} next={nextPage(1, list.data)} onAsk={focusOnAdded} />}
    </div>
  );
}

/** These pages have no address of their own: a button, and not the link of the public lists. */
function More({ list, next, onAsk }: Omit<LoadMoreProps, 'href'>) {
  const grow = useGrowth(next, list);
  return (
    <Button
      variant="line"
      className="below-lists mt-8 max-sm:w-full"
      busy={list.isFetchingNextPage}
      busyLabel="Carregando..."
      onClick={() => {
        onAsk();
        grow();
      }}
    >
      Carregar mais
    </Button>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty title={contentText.nothing} description="Tente outra palavra ou outro tipo.">
      <ButtonLink href={paths.membersContents} variant="line" size="small">
        Ver todos
      </ButtonLink>
    </Empty>
  ) : (
    <Empty title={contentText.nothing} description="Os primeiros conteúdos exclusivos chegam em breve." />
  );
}

function ListSkeleton() {
  return (
    <Loading label="Carregando os conteúdos">
      <div className="mt-6 grid gap-5">
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="grid grid-cols-[clamp(5rem,12.5vw,10rem)_minmax(0,1fr)] gap-x-6">
            <Skeleton className="aspect-3/2 w-full" />
            <div className="grid content-center gap-3">
              <Skeleton className="h-6 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
