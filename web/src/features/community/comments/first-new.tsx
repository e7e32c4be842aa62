import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Comment } from './comment-queries';

/** The list of comments as far as it matters here. */
interface Pages {
  /** True if the comments are on the page. */
  isShown: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * The thread that holds the first comment since the last visit; the page begins there, unless its address names a comment.
 * Pages are loaded until it is found.
 */
export function useFirstNew(
  list: Pages,
  comments: readonly Comment[],
  readAt: string | null,
  userId: string,
): string | null {
  const isNew = (comment: Comment) =>
    readAt !== null && comment.created_at > readAt && comment.author_id !== userId && !comment.is_deleted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isNew` is made of the two that are named
  const found = useMemo(() => comments.find(isNew), [comments, readAt, userId]);
  const first = useRef<string>(undefined);
  const { isShown, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (readAt !== null && isShown && !found && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [readAt, isShown, found, hasNextPage, isFetchingNextPage, fetchNextPage]);
  useEffect(() => {
    if (!isShown || first.current !== undefined) return;
    if (!found && hasNextPage) return;
    // What arrives later is read as it comes: the page stays where it is.
    first.current = found ? (found.parent_id ?? found.id) : '';
    if (found && !location.hash) document.getElementById(`c-${found.id}`)?.scrollIntoView({ block: 'center' });
  }, [isShown, found, hasNextPage]);
  const shown = first.current ?? (found && (found.parent_id ?? found.id));
  return shown || null;
}

/** The line between what was read and what is new. */
export function NewLine() {
  return (
    <p className="flex items-center gap-3 py-3 text-small text-north">
      <span aria-hidden="true" className="h-px flex-1 bg-north" />
      <ArrowDown aria-hidden="true" className="size-3.5" strokeWidth={1.8} />
      Novas desde a sua última visita
      <span aria-hidden="true" className="h-px flex-1 bg-north" />
    </p>
  );
}
