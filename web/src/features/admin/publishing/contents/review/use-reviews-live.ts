import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '@/lib/live';
import { REVIEW_CHANGES } from './queries';

/**
 * Reads requests for review again as they are made and decided, and with those of one content the comments on it. Comments are
 * few: they are read again as a whole.
 */
export function useReviewsLive(content?: string): void {
  const queryClient = useQueryClient();
  const refresh = () => {
    for (const queryKey of REVIEW_CHANGES) void queryClient.invalidateQueries({ queryKey });
  };
  const filter = content && `content_id=eq.${content}`;
  const comments = content ? [{ table: 'content_comments' as const, filter }] : [];
  useLive([{ table: 'content_reviews', filter }, ...comments], { onEvent: refresh, onGap: refresh });
}
