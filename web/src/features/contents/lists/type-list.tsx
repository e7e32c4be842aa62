import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { paths } from '@/app/pages';
import type { ListedType } from '@/lib/content';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { Loading, Skeleton } from '@/ui/skeleton';
import { RowCard } from '../cards/content-cards';
import { type MediaCard, nextPage, typeListQuery } from '../list-queries';
import { FromTheStart, LoadMore, tryAgain, useFocusOnAdded } from '../load-more';
import { contentText } from '../text';
import { typePaths } from '../type-paths';
import { EpisodeRow } from './episode-row';
import { FilmCard } from './film-card';

export interface TypeListProps {
  type: ListedType;
  /** The page the list starts at. */
  first: number;
  /** What is said while nothing is published. */
  empty: string;
}

/** Everything of one type, in the form that suits it: texts as rows, films by their covers, episodes with their player. */
export function TypeList({ type, first, empty }: TypeListProps) {
  const items = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery(typeListQuery(type, first));
  const contents = list.data?.pages.flatMap((page) => page.contents) ?? [];
  const focusOnAdded = useFocusOnAdded(items, contents.length);
  const retry = () => void tryAgain(list);
  if (!list.data) return list.isError ? <ErrorNotice {...contentText.failed} onRetry={retry} /> : <TypeListSkeleton />;
  const path = typePaths[type];
  if (contents.length === 0) {
    return (
      <Empty title={contentText.nothing} description={first > 1 ? 'A lista termina antes desta página.' : empty}>
        {first > 1 && <FromTheStart href={path} />}
      </Empty>
    );
  }
  const next = nextPage(first, list.data);
  return (
    <>
      {first > 1 && <FromTheStart href={path} />}
      <Items type={type} contents={contents} list={items} />
      {list.isError && <ErrorNotice {...contentText.failed} onRetry={retry} />}
      {list.hasNextPage && <LoadMore list={list} next={next} href={paths.listPage(path, next)} onAsk={focusOnAdded} />}
    </>
  );
}

interface ItemsProps {
  type: ListedType;
  contents: readonly MediaCard[];
  list: RefObject<HTMLUListElement | null>;
}

const LOOK: Record<ListedType, { list: string; item: (content: MediaCard, index: number) => ReactNode }> = {
  article: {
    list: 'border-b border-border',
    item: (content) => <RowCard content={content} heading="h2" />,
  },
  video: {
    list: 'grid gap-x-(--gutter) gap-y-[clamp(2.5rem,4vw,4rem)] border-t border-border-strong pt-5 md:grid-cols-2',
    item: (content, index) => <FilmCard content={content} eager={index < 2} />,
  },
  audio: {
    list: 'border-b border-border',
    item: (content) => <EpisodeRow content={content} />,
  },
};

function Items({ type, contents, list }: ItemsProps) {
  const look = LOOK[type];
  return (
    <ul ref={list} className={look.list}>
      {contents.map((content, index) => (
        <li key={content.id}>{look.item(content, index)}</li>
      ))}
    </ul>
  );
}

function TypeListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-6 border-t border-border pt-5">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </Loading>
  );
}
