/** Live changes of an opened post, and the count of its views. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '@/lib/live';
import type { LiveEvent } from '@/lib/live-events';
import { applyPostEvent } from '../cache';
import { applyCommentEvent } from '../comments/comment-cache';
import { concerns } from '../comments/comment-queries';
import { communityKeys, type Post } from '../queries';
import { notePostView } from './post-actions';

/** Applies changes of a post and its comments as they happen; returns whether the connection is lost. */
export function usePostLive(id: string): boolean {
  const queryClient = useQueryClient();
  return useLive(
    [
      { table: 'community_posts', filter: `id=eq.${id}` },
      { table: 'community_comments', filter: `post_id=eq.${id}` },
    ],
    {
      onEvent: (event) => {
        if (event.table === 'community_posts') {
          const change = event as LiveEvent<'community_posts'>;
          applyPostEvent(queryClient, change);
          // It was removed, or may no longer be read.
          if (change.type === 'DELETE') queryClient.setQueryData(communityKeys.post(id), null);
          return;
        }
        const change = event as LiveEvent<'community_comments'>;
        if (concerns(id)(change)) applyCommentEvent(queryClient, id, change);
      },
      onGap: () => {
        void queryClient.invalidateQueries({ queryKey: communityKeys.post(id) });
        void queryClient.invalidateQueries({ queryKey: communityKeys.comments(id) });
      },
    },
  );
}

/** Counts the view of a post. While it waits for approval, only its author and staff read it. */
export function useNotedView({ id, is_hidden: isHidden }: Pick<Post, 'id' | 'is_hidden'>, userId: string): void {
  useEffect(() => {
    if (isHidden) return;
    notePostView(id, userId).catch((reason: unknown) => console.warn('the view was not noted', reason));
  }, [id, userId, isHidden]);
}
