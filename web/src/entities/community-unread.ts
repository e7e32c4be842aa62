/** Posts of the community that a member has not read. The menu, the dashboard and the channels show their number. */
import { queryOptions } from '@tanstack/react-query';
import { askAtOnce } from '@/lib/backend';

export const unreadKey = ['community', 'unread'] as const;

/** The channel whose posts are the forum's topics. */
export const FORUM_CHANNEL = '6';

/** Unread posts of one channel are counted up to this, which means 'or more'. */
export const MAX_UNREAD = 100;

/** Posts of each channel that the person has not read. */
export function unreadQuery(userId: string) {
  return queryOptions({
    queryKey: [...unreadKey, userId],
    queryFn: async ({ signal }): Promise<Map<string, number>> => {
      const rows = await askAtOnce((client) => client.rpc('community_unread').abortSignal(signal));
      return new Map(rows.map(({ channel_id, count }) => [channel_id, count]));
    },
  });
}
