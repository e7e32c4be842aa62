/** Notices: what a member should know. Their words are read with what they name, under its rules. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { askAtOnce, getDataClient, type Row, unwrap } from '@/lib/backend';
import { isReadable, noticesKey } from './unread';

export interface Notice
  extends Pick<
    Row<'notices'>,
    | 'id'
    | 'kind'
    | 'reason'
    | 'post_id'
    | 'comment_id'
    | 'content_id'
    | 'actor_id'
    | 'actors'
    | 'updated_at'
    | 'read_at'
  > {
  /** Null where there is none, or the person may no longer read it. */
  community_posts: Pick<Row<'community_posts'>, 'title' | 'channel_id'> | null;
  contents: Pick<Row<'contents'>, 'title' | 'slug' | 'is_member_only'> | null;
}

const PER_PAGE = 30;
/** A page of notices; the next one begins after `last`. */
export interface Notices {
  shown: Notice[];
  last: string | undefined;
}

export function noticesQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...noticesKey, 'list', userId],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<Notices> => {
      const client = await getDataClient();
      let query = client
        .from('notices')
        .select(
          'id,kind,reason,post_id,comment_id,content_id,actor_id,actors,updated_at,read_at,community_posts(title,channel_id),contents(title,slug,is_member_only)',
        )
        .eq('user_id', userId);
      if (pageParam) query = query.lt('updated_at', pageParam);
      const rows = unwrap(
        await query
          .order('updated_at', { ascending: false })
          .limit(PER_PAGE)
          .abortSignal(signal)
          .overrideTypes<Notice[], { merge: false }>(),
      );
      return {
        shown: rows.filter(isReadable),
        last: rows.length === PER_PAGE ? rows.at(-1)?.updated_at : undefined,
      };
    },
    getNextPageParam: ({ last }) => last,
  });
}

/** Marks one notice as read, or all of them. */
export const markRead = (id?: string) =>
  askAtOnce((client) => client.rpc('mark_notices_read', id === undefined ? {} : { id }));
