/** The comments of a post. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getDataClient, type Selected, unwrap } from '@/lib/backend';
import { eventsSince, type LiveEvent, position } from '@/lib/live-events';
import { type Cursor, communityKeys, known } from '../queries';

const COMMENT_COLUMNS =
  'id,post_id,parent_id,content,content_html,author_id,is_hidden,hidden_because,is_deleted,is_accepted,likes_count,created_at,edited_at,deleted_at';

export type Comment = Selected<'community_comments', typeof COMMENT_COLUMNS> & {
  community_comment_likes: readonly { user_id: string }[];
};

export const COMMENTS_PER_PAGE = 200;

export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: communityKeys.comments(postId),
    initialPageParam: null as Cursor | null,
    queryFn: async ({ signal, pageParam }): Promise<Comment[]> => {
      const began = position();
      const client = await getDataClient();
      let query = client
        .from('community_comments')
        .select(`${COMMENT_COLUMNS},community_comment_likes(user_id)`)
        .eq('post_id', postId);
      if (pageParam) {
        const { at, id } = pageParam;
        query = query.or(`created_at.gt."${at}",and(created_at.eq."${at}",id.gt.${id})`);
      }
      const answer = await query
        .order('created_at')
        .order('id')
        .limit(COMMENTS_PER_PAGE)
        .abortSignal(signal)
        .overrideTypes<Comment[], { merge: false }>();
      const events = eventsSince(began, 'community_comments').filter(concerns(postId));
      return events.reduce<Comment[]>(applyToComments, unwrap(answer));
    },
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === COMMENTS_PER_PAGE ? { at: last.created_at, id: last.id } : undefined;
    },
  });
}

/** True if a change of comments may be one of this post's; a deletion names the comment only. */
export const concerns =
  (postId: string) =>
  ({ type, row }: LiveEvent<'community_comments'>): boolean =>
    type === 'DELETE' || row.post_id === postId;

/** The comments after a change, in the order in which they were written. */
export function applyToComments(comments: Comment[], { type, row }: LiveEvent<'community_comments'>): Comment[] {
  const index = comments.findIndex(({ id }) => id === row.id);
  const before = comments[index];
  if (type === 'DELETE') return before ? comments.filter(({ id }) => id !== row.id) : comments;
  if (before) return comments.with(index, known(before, row as Partial<Comment>));
  const added = { ...row, community_comment_likes: [] } as unknown as Comment;
  const place = comments.findIndex(({ created_at }) => created_at > added.created_at);
  return comments.toSpliced(place < 0 ? comments.length : place, 0, added);
}
