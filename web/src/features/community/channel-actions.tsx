import { LevelMenu } from '@/widgets/level-menu';
import { ChannelMembership } from './channel-membership';
import type { Channel } from './queries';

export interface ChannelActionsProps {
  channel: Channel;
  userId: string;
  isStaff: boolean;
}

/** What the person wants to know of a channel, and whether the person has joined it. */
export default function ChannelActions({ channel, userId, isStaff }: ChannelActionsProps) {
  return (
    <>
      <LevelMenu key={channel.id} userId={userId} place={{ channel: channel.id }} name={channel.name} />
      <ChannelMembership channel={channel} userId={userId} isStaff={isStaff} />
    </>
  );
}
