import { useQuery } from '@tanstack/react-query';
import { Hash, Lock } from 'lucide-react';
import { MemberName, profilesQuery } from '@/entities/member';
import { waitingChannelsQuery } from '@/entities/waiting-channels';
import { formatAgo } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { LoadFailed } from '@/ui/loaded';
import { ChannelDecision } from '@/widgets/channel-decision';

/** Channels that wait for approval, above the cases. Renders nothing if there are none. */
export function WaitingChannels() {
  const now = useNow();
  const waiting = useQuery(waitingChannelsQuery());
  const channels = waiting.data ?? [];
  const { data: profiles } = useQuery(profilesQuery(channels.flatMap(({ created_by: creator }) => creator ?? [])));
  if (waiting.isError)
    return <LoadFailed title="Não foi possível carregar os canais que esperam aprovação." query={waiting} />;
  if (channels.length === 0) return null;
  return (
    <section aria-labelledby="waiting-channels" className="mb-6 border border-border bg-card px-5">
      <h2 id="waiting-channels" className="pt-4 pb-3 type-title-3">
        Canais à espera de aprovação
      </h2>
      <ul>
        {channels.map((channel) => {
          const Icon = channel.is_private ? Lock : Hash;
          return (
            <li
              key={channel.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border py-4"
            >
              <div className="min-w-0">
                <p className="flex items-center gap-2 font-label wrap-anywhere">
                  <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.6} />
                  {channel.name}
                  {channel.is_private && <span className="sr-only"> (privado)</span>}
                </p>
                {channel.description && (
                  <p className="mt-1 type-ui text-foreground-2 wrap-anywhere">{channel.description}</p>
                )}
                <p className="mt-1 text-small text-muted-foreground">
                  {channel.created_by && (
                    <>
                      <MemberName profile={profiles?.get(channel.created_by)} id={channel.created_by} />{' '}
                    </>
                  )}
                  {formatAgo(channel.created_at, now)}
                </p>
              </div>
              <ChannelDecision channel={channel} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
