import { type RefObject, useEffect, useRef } from 'react';
import { ButtonLink, TextLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';

export interface LoadMoreProps {
  /** The next page's own address: what the link is without script, and for crawlers. */
  href: string;
  busy: boolean;
  onLoad: () => void;
}

/** 'Carregar mais': another page by itself, and the rest of this one as soon as there is script. */
export function LoadMore({ href, busy, onLoad }: LoadMoreProps) {
  return (
    <ButtonLink
      href={href}
      variant="line"
      aria-disabled={busy || undefined}
      className="mt-12 max-sm:w-full"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (!busy) onLoad();
      }}
    >
      {busy && <Spinner />}
      {busy ? 'Carregando...' : 'Carregar mais'}
    </ButtonLink>
  );
}

/** Above a list that starts at one of its later pages. */
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

/** Asks once more for what could not be loaded: the next page, or the list itself. */
export function tryAgain({ isFetchNextPageError, fetchNextPage, refetch }: FailedList): Promise<unknown> {
  return isFetchNextPageError ? fetchNextPage() : refetch();
}

/**
 * Moves the focus to the first thing that was added, as a reader of the list would: the link that was pressed may be gone.
 * The items are the element's children. Returns what to call before more is asked for.
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
