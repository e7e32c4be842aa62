import { useQuery } from '@tanstack/react-query';
import { Hash, Hourglass, Lock, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { unreadQuery } from '@/entities/community-unread';
import { cx } from '@/lib/cx';
import { formatCount, formatNumber } from '@/lib/format';
import { whenShown } from '@/lib/shown';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { latePart } from '@/ui/start/late-part';
import { communityText } from '../feed/text';
import { type Channel, channelCreationQuery, channelsQuery } from '../queries';
import { channelPath } from './channel-path';

const MarkAllRead = latePart(() => whenShown().then(() => import('./mark-all-read')));
const NewChannel = latePart(() => import('./new-channel'));
const ChannelTools = latePart(() => whenShown().then(() => import('./channel-tools')));

/** Number from which unread posts are not counted one by one. */
const MANY_UNREAD = 100;

export interface ChannelListProps {
  userId: string;
  /** The channel that is open. */
  current: string;
}

/** The channels as a column beside the page. */
export function ChannelColumn({ userId, current }: ChannelListProps) {
  const [creating, setCreating] = useState(false);
  return (
    <aside aria-label="Canais" className="w-64 border-r border-border max-lg:hidden print:hidden">
      <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-4 pb-4">
        <div className="mb-3 flex h-16 shrink-0 items-center justify-between">
          <h2 className="pl-3 font-label type-ui">Canais</h2>
          <div className="flex">
            <Suspense>
              <MarkAllRead userId={userId} />
            </Suspense>
            <CreateButton onClick={() => setCreating(true)} />
          </div>
        </div>
        <Channels userId={userId} current={current} look="column" />
        <Suspense>
          <ChannelTools userId={userId} />
        </Suspense>
      </div>
      {creating && (
        <Suspense>
          <NewChannel onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </aside>
  );
}

/** Button that creates a channel. Renders nothing if only the staff creates channels. */
function CreateButton({ onClick, className }: { onClick: () => void; className?: string }) {
  const { data: creation } = useQuery(channelCreationQuery());
  if (creation === 'staff') return null;
  return (
    <Button variant="ghost" size="icon" aria-label="Criar canal" className={className} onClick={onClick}>
      <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </Button>
  );
}

/** The channels as a strip above the page, on small screens. */
export function ChannelStrip({ userId, current }: ChannelListProps) {
  const [creating, setCreating] = useState(false);
  return (
    <div className="-mx-(--page-margin) -mt-[clamp(1.5rem,3vw,2.75rem)] mb-6 flex items-center border-b border-border lg:hidden print:hidden">
      <nav aria-label="Canais" className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
        <Channels userId={userId} current={current} look="strip" />
      </nav>
      <CreateButton className="mx-1 shrink-0" onClick={() => setCreating(true)} />
      {creating && (
        <Suspense>
          <NewChannel onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

type Look = 'column' | 'strip';

function Channels({ userId, current, look }: ChannelListProps & { look: Look }) {
  const channels = useQuery(channelsQuery());
  const { data: unread } = useQuery(unreadQuery(userId));
  if (!channels.data) {
    return channels.isError ? (
      <p role="alert" className="px-3 py-2 text-small text-destructive">
        {communityText.channelsFailed}{' '}
        <button type="button" className="min-h-11 underline" onClick={() => void channels.refetch()}>
          Tentar de novo
        </button>
      </p>
    ) : (
      <ChannelsSkeleton look={look} />
    );
  }
  return (
    <ul className={look === 'column' ? 'grid gap-0.5' : 'flex w-max px-3'}>
      {channels.data.map((channel) => (
        <li key={channel.id}>
          <ChannelLink
            channel={channel}
            look={look}
            isCurrent={channel.id === current}
            unread={unread?.get(channel.id) ?? 0}
          />
        </li>
      ))}
    </ul>
  );
}

interface ChannelLinkProps {
  channel: Channel;
  look: Look;
  isCurrent: boolean;
  unread: number;
}

const LOOKS: Record<Look, string> = {
  column:
    'rounded-md hover:bg-accent aria-[current]:bg-accent aria-[current]:before:inset-y-2 aria-[current]:before:left-0 aria-[current]:before:w-0.75',
  strip: 'aria-[current]:before:inset-x-3 aria-[current]:before:bottom-0 aria-[current]:before:h-0.5',
};

function ChannelLink({ channel, look, isCurrent, unread }: ChannelLinkProps) {
  const Icon = channel.is_waiting ? Hourglass : channel.is_private ? Lock : Hash;
  const isNew = unread > 0 && !isCurrent;
  return (
    <Link
      href={channelPath(channel.id)}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'relative flex min-h-11 items-center gap-2.5 px-3 type-ui whitespace-nowrap text-foreground-2 transition-colors duration-(--dur-1)',
        'aria-[current]:font-label aria-[current]:text-foreground aria-[current]:before:absolute aria-[current]:before:bg-north',
        LOOKS[look],
        isNew && 'font-label text-foreground',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.6} />
      <span className={look === 'column' ? 'min-w-0 truncate' : undefined}>{channel.name}</span>
      {channel.is_private && <span className="sr-only"> (privado)</span>}
      {channel.is_waiting ? (
        <span className="sr-only"> (espera aprovação)</span>
      ) : isNew ? (
        <span className="ml-auto rounded-sm bg-primary px-1.5 py-0.5 font-label text-micro text-primary-foreground tabular-nums">
          {unread >= MANY_UNREAD ? '99+' : unread}
          <span className="sr-only"> {unread === 1 ? 'publicação nova' : 'publicações novas'}</span>
        </span>
      ) : (
        <span className="ml-auto text-small font-normal text-muted-foreground tabular-nums">
          <span aria-hidden="true">{formatNumber(channel.member_count)}</span>
          <span className="sr-only">, {formatCount(channel.member_count, 'membro', 'membros')}</span>
        </span>
      )}
    </Link>
  );
}

function ChannelsSkeleton({ look }: { look: Look }) {
  return (
    <Loading label="Carregando os canais">
      <div className={look === 'column' ? 'grid gap-3 px-3 pt-2' : 'flex gap-6 px-5 py-3'}>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className={look === 'column' ? 'h-5 w-full' : 'h-5 w-24'} />
        ))}
      </div>
    </Loading>
  );
}
