import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, Lock } from 'lucide-react';
import { useRef } from 'react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { CONTENT_KINDS, CONTENT_TYPES } from '@/entities/content-kind';
import { useClosedPlan, useFollowedPlan } from '@/entities/held';
import { type ExclusiveFilters, signedInPaths } from '@/entities/signed-in-paths';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { useSearchParams } from '@/lib/router';
import { searchWords } from '@/lib/search-text';
import { BadgeShape } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ChipLink } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink, Link, LinkArrow } from '@/ui/link';
import { Progress } from '@/ui/progress';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { Highlight } from '@/widgets/highlight';
import { type LoadMoreProps, tryAgain, useFocusOnAdded, useGrowth } from '@/widgets/load-more';
import { SearchBox } from '@/widgets/search-box';
import { PlanNote } from '../cards/content-cards';
import { OpenMeta, titleHover } from '../cards/open-cards';
import { nextPage } from '../list-queries';
import type { ContentCard } from '../queries';
import { contentText } from '../text';
import { BegunContents } from './member-begun';
import {
  exclusiveListQuery,
  exclusiveLists,
  progressQuery,
  type Progress as StoredProgress,
  typeOf,
} from './member-queries';

const BEGUN = 2;

export function MemberContents({ userId }: { userId: string }) {
  const [params] = useSearchParams();
  const filters = { search: params.get('busca')?.trim() || undefined, type: typeOf(params.get('tipo') ?? undefined) };
  const filtered = Boolean(filters.search || filters.type);
  useFollowedPlan(userId, [{ queryKey: exclusiveLists }]);
  return (
    <>
      <h1 className="type-display-3">Conteúdos exclusivos</h1>
      <p className="mt-2 mb-7 type-ui text-muted-foreground">
        Artigos, cartas, vídeos, podcasts e documentos para quem é membro.
      </p>
      <div className="grid gap-[clamp(1.75rem,3vw,2.75rem)]">
        <BegunContents userId={userId} most={filtered ? 0 : BEGUN}>
          <section aria-labelledby="all-exclusive" className="border-t border-border-strong pt-4">
            <h2 id="all-exclusive" className="mb-4 type-title-2">
              Todos
            </h2>
            <ExclusiveFilterBar filters={filters} />
            <List filters={filters} filtered={filtered} userId={userId} />
          </section>
        </BegunContents>
      </div>
    </>
  );
}

function List({ filters, filtered, userId }: { filters: ExclusiveFilters; filtered: boolean; userId: string }) {
  const items = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery(exclusiveListQuery(filters));
  // The list is shown even without its progress.
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

/** Button that loads more. It is no link, because these pages have no address. */
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

/** Types as chips, and a search box; both write the address. */
export function ExclusiveFilterBar({ filters }: { filters: ExclusiveFilters }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center">
      <nav aria-label="Tipos de conteúdo" className="bleed-x flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
        <ChipLink href={signedInPaths.membersContentsFound({ search: filters.search })} current={!filters.type}>
          Todos
        </ChipLink>
        {CONTENT_TYPES.map((type) => (
          <ChipLink
            key={type}
            href={signedInPaths.membersContentsFound({ search: filters.search, type })}
            current={type === filters.type}
          >
            {CONTENT_KINDS[type].label}
          </ChipLink>
        ))}
      </nav>
      <SearchBox
        search={filters.search}
        label="Buscar nos conteúdos exclusivos"
        placeholder="Buscar nos conteúdos"
        action={paths.membersContents}
        addressOf={(search, present) =>
          signedInPaths.membersContentsFound({ search, type: present.get('tipo') ?? undefined })
        }
      />
    </div>
  );
}

export interface MemberRowProps {
  content: ContentCard;
  progress: StoredProgress | undefined;
  words?: readonly string[];
}

export function MemberRow({ content, progress, words = [] }: MemberRowProps) {
  const plan = useClosedPlan(content.entitlement);
  return (
    <Link
      href={paths.membersContent(content.id)}
      className="group grid grid-cols-[clamp(5rem,12.5vw,10rem)_minmax(0,1fr)_auto] items-center gap-x-[clamp(1rem,2.4vw,2.25rem)] border-t border-border py-5"
    >
      <ContentCover content={content} className={cx('aspect-3/2', plan && '*:opacity-40')} />
      <div className="grid gap-1.5">
        <h3 className={`type-title-1 ${titleHover}`}>
          <Highlight text={content.title} words={words} />
        </h3>
        <OpenMeta content={content} />
        {plan && (
          <p className="flex items-center gap-1.5 type-meta">
            <Lock aria-hidden="true" className="size-4" strokeWidth={1.6} />
            <PlanNote plan={plan} />
          </p>
        )}
        {progress && <RowProgress progress={progress} />}
      </div>
      <LinkArrow className="text-muted-foreground group-hover:text-north" />
    </Link>
  );
}

function RowProgress({ progress: { progress, completed_at } }: { progress: StoredProgress }) {
  if (completed_at) {
    return (
      <BadgeShape icon={Check} className="justify-self-start bg-success-tint text-success">
        Concluído
      </BadgeShape>
    );
  }
  return progress > 0 && <Progress value={progress} className="mt-1 max-w-72" />;
}
