import { useQuery } from '@tanstack/react-query';
import { levelQuery } from '@/entities/levels';
import { LevelMenu } from '@/widgets/level-menu';
import type { Channel } from '../queries';
import { ChannelMembership, membershipsQuery } from './channel-membership';

export interface ChannelActionsProps {
  channel: Channel;
  userId: string;
  isStaff: boolean;
}

/** Notification level of the person for a channel, and the membership in it. */
export default function ChannelActions({ channel, userId, isStaff }: ChannelActionsProps) {
  const level = useQuery(levelQuery(userId, { channel: channel.id }));
  const memberships = useQuery(membershipsQuery(userId));
  // Together: the later one would move the other.
  if (level.isLoading || memberships.isLoading) return null;
  return (
    <>
      <LevelMenu key={channel.id} userId={userId} place={{ channel: channel.id }} name={channel.name} />
      <ChannelMembership channel={channel} userId={userId} isStaff={isStaff} />
    </>
  );
}
