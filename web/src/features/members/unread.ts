/** The unread marks of the menu and the dashboard, live. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { paths } from '@/app/pages';
import type { Access } from '@/entities/access';
import { FORUM_CHANNEL, unreadKey, unreadQuery } from '@/entities/community-unread';
import { useLive } from '@/lib/live';

/** New posts are counted again after this at the latest: members do not all ask at the same instant. */
const SPREAD_MS = 5_000;

export interface Unread {
  community: number;
  forum: number;
}

export function unreadOf(channels: ReadonlyMap<string, number> | undefined): Unread {
  let [community, forum] = [0, 0];
  for (const [channel, count] of channels ?? []) {
    if (channel === FORUM_CHANNEL) forum += count;
    else community += count;
  }
  return { community, forum };
}

/** Returns the number of new posts behind an entry of the menu. */
export function newBehind(path: string, { community, forum }: Unread): number {
  if (path === paths.membersCommunity) return community;
  return path === paths.membersForum ? forum : 0;
}

/** Unread posts of the community and topics of the forum; none for people without access. */
export function useUnread({ user, hasAccess, isStaff }: Pick<Access, 'user' | 'hasAccess' | 'isStaff'>): Unread {
  const queryClient = useQueryClient();
  const userId = user && (hasAccess || isStaff) ? user.id : undefined;
  const { data } = useQuery({ ...unreadQuery(userId ?? ''), enabled: userId !== undefined });
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: unreadKey });
  useEffect(() => () => clearTimeout(waiting.current), []);
  useLive(userId ? [{ table: 'channel_states', filter: `user_id=eq.${userId}` }, { table: 'community_posts' }] : [], {
    onEvent: ({ table, type, row }) => {
      if (table === 'channel_states') refresh();
      else if (type !== 'UPDATE' && !('author_id' in row && row.author_id === userId)) {
        clearTimeout(waiting.current);
        waiting.current = setTimeout(refresh, Math.random() * SPREAD_MS);
      }
    },
    onGap: refresh,
  });
  return unreadOf(data);
}
