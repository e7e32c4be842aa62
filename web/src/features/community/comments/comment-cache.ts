/** Changes of the loaded comments: by events, and by what the person did, before the server has answered. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@/lib/live-events';
import { communityKeys } from '../queries';
import { applyToComments, COMMENTS_PER_PAGE, type Comment } from './comment-queries';

function changeComments(queryClient: QueryClient, postId: string, change: (comments: Comment[]) => Comment[]) {
  queryClient.setQueryData<InfiniteData<Comment[]>>(
    communityKeys.comments(postId),
    (data) => data && { ...data, pages: data.pages.map(change) },
  );
}

/** Applies a change of a comment under a post. A new one is added where all pages before it are loaded. */
export function applyCommentEvent(
  queryClient: QueryClient,
  postId: string,
  event: LiveEvent<'community_comments'>,
): void {
  queryClient.setQueryData<InfiniteData<Comment[]>>(communityKeys.comments(postId), (data) => {
    if (!data) return data;
    const isKnown = data.pages.some((page) => page.some(({ id }) => id === event.row.id));
    const last = data.pages.length - 1;
    const isComplete = (data.pages[last]?.length ?? 0) < COMMENTS_PER_PAGE;
    const pages = data.pages.map((page, index) => {
      if (isKnown) return page.some(({ id }) => id === event.row.id) ? applyToComments(page, event) : page;
      return index === last && isComplete && event.type !== 'DELETE' ? applyToComments(page, event) : page;
    });
    return { ...data, pages };
  });
}

/** Changes a comment under a post. */
export function patchComment(
  queryClient: QueryClient,
  postId: string,
  id: string,
  change: (comment: Comment) => Comment,
): void {
  changeComments(queryClient, postId, (comments) =>
    comments.map((comment) => (comment.id === id ? change(comment) : comment)),
  );
}
