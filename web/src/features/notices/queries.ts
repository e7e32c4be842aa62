/** Notices: what a member should know. Their words are read with the post, under its rules. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getClient, type Row, unwrap } from '@/lib/backend';

export interface Notice
  extends Pick<
    Row<'notices'>,
    'id' | 'kind' | 'post_id' | 'comment_id' | 'actor_id' | 'actors' | 'updated_at' | 'read_at'
  > {
  /** Null where the person may no longer read the post. */
  community_posts: Pick<Row<'community_posts'>, 'title' | 'channel_id'> | null;
}

export const noticesKey = ['notices'] as const;

const PER_PAGE = 30;

export function unreadNoticesQuery(userId: string) {
  return queryOptions({
    queryKey: [...noticesKey, 'unread', userId],
    queryFn: async ({ signal }): Promise<number> => {
      const client = await getClient();
      const { count, error } = await client
        .from('notices')
        .select('id,community_posts!inner(id)', { count: 'exact', head: true })
        .eq('user_id', userId)
        .is('read_at', null)
        .abortSignal(signal);
      if (error) throw error;
      return count ?? 0;
    },
  });
}

export function noticesQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...noticesKey, 'list', userId],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<Notice[]> => {
      const client = await getClient();
      let query = client
        .from('notices')
        .select('id,kind,post_id,comment_id,actor_id,actors,updated_at,read_at,community_posts!inner(title,channel_id)')
        .eq('user_id', userId);
      if (pageParam) query = query.lt('updated_at', pageParam);
      return unwrap(
        await query
          .order('updated_at', { ascending: false })
          .limit(PER_PAGE)
          .abortSignal(signal)
          .overrideTypes<Notice[], { merge: false }>(),
      );
    },
    getNextPageParam: (page) => (page.length === PER_PAGE ? page.at(-1)?.updated_at : undefined),
  });
}

/** Marks one notice as read, or all of them. */
export async function markRead(id?: string): Promise<void> {
  const client = await getClient();
  unwrap(await client.rpc('mark_notices_read', id === undefined ? {} : { id }));
}
