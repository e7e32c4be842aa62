import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, LogOut, Plus } from 'lucide-react';
import { askAtOnce } from '@/lib/backend';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { useAction } from '@/widgets/use-action';
import { type Channel, communityKeys } from '../queries';

/** The ids of the channels that the person has joined. */
export function membershipsQuery(userId: string) {
  return queryOptions({
    queryKey: [...communityKeys.memberships, userId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const rows = await askAtOnce((client) =>
        client.from('channel_members').select('channel_id').eq('user_id', userId).abortSignal(signal),
      );
      return rows.map((row) => row.channel_id);
    },
  });
}

const joinChannel = (channel: string, userId: string) =>
  askAtOnce((client) =>
    client.from('channel_members').upsert({ channel_id: channel, user_id: userId }, { ignoreDuplicates: true }),
  );

const leaveChannel = (channel: string, userId: string) =>
  askAtOnce((client) => client.from('channel_members').delete().match({ channel_id: channel, user_id: userId }));

/** Joins and leaves a channel. Private channels are joined by invitation only. */
export function ChannelMembership({
  channel,
  userId,
  isStaff,
}: {
  channel: Channel;
  userId: string;
  isStaff: boolean;
}) {
  const { data: memberships } = useQuery(membershipsQuery(userId));
  const isMember = memberships?.includes(channel.id) ?? false;
  const change = useAction({
    run: () => (isMember ? leaveChannel(channel.id, userId) : joinChannel(channel.id, userId)),
    refreshes: [communityKeys.memberships, communityKeys.channels],
    failure: isMember ? 'Não foi possível sair do canal.' : 'Não foi possível entrar no canal.',
    done: isMember
      ? { title: `Você saiu de ${channel.name}.` }
      : { title: `Você entrou em ${channel.name}.`, tone: 'success' },
  });
  if (!memberships || (channel.is_private && !isMember && !isStaff)) return null;
  if (!isMember) {
    return (
      <Button variant="line" size="small" busy={change.isPending} onClick={() => change.mutate()}>
        <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Participar
      </Button>
    );
  }
  return (
    <Menu
      groups={[[{ label: 'Sair do canal', icon: LogOut, onSelect: () => change.mutate() }]]}
      trigger={
        <Button variant="soft" size="small" busy={change.isPending}>
          <Check aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Você participa
          <ChevronDown aria-hidden="true" className="size-4" strokeWidth={1.8} />
        </Button>
      }
    />
  );
}
