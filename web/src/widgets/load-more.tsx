import { type RefObject, useEffect, useRef } from 'react';
import { keepListed, presentEntry } from '@/lib/router';
import { ButtonLink, TextLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';

/** A list that grows by pages. */
export interface GrowingList {
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Loads as many pages as the list had when this history entry was left. Returns the function for loading more on request.
 */
export function useGrowth(next: number, { isFetchingNextPage, fetchNextPage }: GrowingList): () => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page; one that fails waits for the visitor
  useEffect(() => {
    if (next <= (presentEntry().listed ?? 0)) void fetchNextPage();
  }, [next]);
  return () => {
    if (isFetchingNextPage) return;
    keepListed(next);
    void fetchNextPage();
  };
}

export interface LoadMoreProps {
  list: GrowingList;
  next: number;
  /** The page's own address: the link without script and for crawlers. */
  href: string;
  onAsk: () => void;
}

/** 'Carregar mais': another page without script, the rest of this one with it. */
export function LoadMore({ list, next, href, onAsk }: LoadMoreProps) {
  const busy = list.isFetchingNextPage;
  const grow = useGrowth(next, list);
  return (
    <ButtonLink
      href={href}
      variant="line"
      aria-disabled={busy || undefined}
      className="below-lists mt-12 max-sm:w-full"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onAsk();
        grow();
      }}
    >
      {busy && <Spinner />}
      {busy ? 'Carregando...' : 'Carregar mais'}
    </ButtonLink>
  );
}

/** Above a list that starts at a later page. */
export function FromTheStart({ href }: { href: string }) {
  return (
    <p className="mb-5">
      <TextLink href={href} className="inline-flex min-h-11 items-center type-ui">
        Ver a lista desde o início
      </TextLink>
    </p>
  );
}

export interface FailedList {
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/** Repeats the failed request: the next page, or the list itself. */
export function tryAgain({ isFetchNextPageError, fetchNextPage, refetch }: FailedList): Promise<unknown> {
  return isFetchNextPageError ? fetchNextPage() : refetch();
}

/**
 * Moves the focus to the first added item, as the pressed link may be gone. The items are the element's children. Returns
 * what to call before more is loaded.
 */
export function useFocusOnAdded(list: RefObject<Element | null>, count: number): () => void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current === undefined || count <= before.current) return;
    const added = list.current?.children[before.current];
    before.current = undefined;
    added?.querySelector<HTMLElement>('a')?.focus();
  }, [list, count]);
  return () => {
    before.current = count;
  };
}
