/**
 * Number of notices that are new: the bell of every page of the area asks for it, and only one page for the notices.
 */
import { queryOptions } from '@tanstack/react-query';
import { askAtOnce, type Selected } from '@/lib/backend';

export const noticesKey = ['notices'] as const;

/** More unread notices than this are not counted. */
const MAX_COUNTED = 100;

const NAMED = 'post_id,content_id';

type Named = Selected<'notices', typeof NAMED> & { community_posts: unknown; contents: unknown };

/** Returns `true` if the person may still read what a notice is about. */
export const isReadable = (notice: Named): boolean =>
  (notice.post_id === null || notice.community_posts !== null) &&
  (notice.content_id === null || notice.contents !== null);

export function unreadNoticesQuery(userId: string) {
  return queryOptions({
    queryKey: [...noticesKey, 'unread', userId],
    queryFn: async ({ signal }): Promise<number> => {
      const rows = await askAtOnce((client) =>
        client
          .from('notices')
          .select(`${NAMED},community_posts(id),contents(id)`)
          .eq('user_id', userId)
          .is('read_at', null)
          .order('updated_at', { ascending: false })
          .limit(MAX_COUNTED)
          .abortSignal(signal)
          .overrideTypes<Named[], { merge: false }>(),
      );
      return rows.filter(isReadable).length;
    },
  });
}
