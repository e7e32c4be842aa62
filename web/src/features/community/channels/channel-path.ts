import { paths } from '@/app/pages';
import { FORUM_CHANNEL } from '@/entities/community-unread';

/** The address of a channel: the forum has its own page. */
export const channelPath = (id: string): string =>
  id === FORUM_CHANNEL ? paths.membersForum : paths.membersChannel(id);
