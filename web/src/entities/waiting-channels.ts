/** Channels of members that wait for the staff's approval. */
import { queryOptions } from '@tanstack/react-query';
import { askAtOnce, type Selected } from '@/lib/backend';

const WAITING_CHANNEL_COLUMNS = 'id,name,description,is_private,created_by,created_at';

export type WaitingChannel = Selected<'channels', typeof WAITING_CHANNEL_COLUMNS>;

/** Under the channels, so that their changes reach it too. */
const waitingChannelsKey = ['community', 'channels', 'waiting'] as const;
const MAX_CHANNELS = 50;

/** The oldest first. */
export function waitingChannelsQuery() {
  return queryOptions({
    queryKey: waitingChannelsKey,
    queryFn: ({ signal }): Promise<WaitingChannel[]> =>
      askAtOnce((client) =>
        client
          .from('channels')
          .select(WAITING_CHANNEL_COLUMNS)
          .eq('is_waiting', true)
          .order('created_at')
          .limit(MAX_CHANNELS)
          .abortSignal(signal),
      ),
  });
}

/** Opens a channel, or refuses it with a reason. */
export const decideChannel = (id: string, approved: boolean, reason?: string) =>
  askAtOnce((client) => client.rpc('decide_channel', { id, approved, ...(reason && { reason }) }));
