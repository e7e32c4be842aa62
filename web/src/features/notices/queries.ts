/** Notices: what a member should know. Their words are read with what they name, under its rules. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { askAtOnce, getDataClient, type Row, unwrap } from '@/lib/backend';

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

export const noticesKey = ['notices'] as const;

const PER_PAGE = 30;
/** More unread notices than this are not counted. */
const MOST_COUNTED = 100;

type Named = Pick<Notice, 'post_id' | 'content_id'> & { community_posts: unknown; contents: unknown };

/** Whether the person may still read what a notice is about. */
const isReadable = (notice: Named): boolean =>
  (notice.post_id === null || notice.community_posts !== null) &&
  (notice.content_id === null || notice.contents !== null);

export function unreadNoticesQuery(userId: string) {
  return queryOptions({
    queryKey: [...noticesKey, 'unread', userId],
    queryFn: async ({ signal }): Promise<number> => {
      const rows = await askAtOnce((client) =>
        client
          .from('notices')
          .select('post_id,content_id,community_posts(id),contents(id)')
          .eq('user_id', userId)
          .is('read_at', null)
          .order('updated_at', { ascending: false })
          .limit(MOST_COUNTED)
          .abortSignal(signal)
          .overrideTypes<Named[], { merge: false }>(),
      );
      return rows.filter(isReadable).length;
    },
  });
}

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
