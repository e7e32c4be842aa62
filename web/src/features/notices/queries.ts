/** Notices: what a member should know. Their words are read with what they name, under its rules. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { askAtOnce, getDataClient, type Selected, unwrap } from '@/lib/backend';
import { isReadable, noticesKey } from './unread';

const NOTICE = 'id,kind,reason,post_id,comment_id,content_id,actor_id,actors,updated_at,read_at';
const POST = 'title,channel_id';
const CONTENT = 'title,slug,is_member_only';

export interface Notice extends Selected<'notices', typeof NOTICE> {
  /** Null where there is none, or the person may no longer read it. */
  community_posts: Selected<'community_posts', typeof POST> | null;
  contents: Selected<'contents', typeof CONTENT> | null;
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
        .select(`${NOTICE},community_posts(${POST}),contents(${CONTENT})`)
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
