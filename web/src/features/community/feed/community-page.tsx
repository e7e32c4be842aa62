import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { paths } from '@/app/pages';
import { formatCount } from '@/lib/format';
import { useSearchParams } from '@/lib/router';
import { useShown, whenShown } from '@/lib/shown';
import { ButtonLink } from '@/ui/link';
import { Empty } from '@/ui/start/empty';
import { latePart } from '@/ui/start/late-part';
import { CategoryFilter } from '../channels/category-filter';
import { channelPath } from '../channels/channel-path';
import { Present } from '../presence/present';
import { type Channel, categoriesQuery, channelsQuery, FIRST_CHANNEL } from '../queries';
import { CommunitySearchBox } from '../search/community-search-box';
import { Feed, FeedSkeleton } from './feed';
import { NewPost } from './new-post';
import { PostCard } from './post-card';
import { usePosting } from './posting';

/** The channel and the category that the address names. */
export function useChannel(): { channel: string; category: string | undefined } {
  const [params] = useSearchParams();
  return { channel: params.get('canal') || FIRST_CHANNEL, category: params.get('categoria') || undefined };
}

const ChannelActions = latePart(() => whenShown().then(() => import('../channels/channel-actions')));
const WaitingChannel = latePart(() => import('../channels/waiting-channel'));

export function CommunityPage({ userId, isStaff }: { userId: string; isStaff: boolean }) {
  const { channel: id, category } = useChannel();
  const { data: channels, isLoading: isLoadingChannels } = useQuery(channelsQuery());
  const { isLoading: isLoadingCategories } = useQuery(categoriesQuery());
  const isLoading = isLoadingChannels || isLoadingCategories;
  const channel = channels?.find((one) => one.id === id);
  const hasNoFeed = channels !== undefined && (!channel || channel.is_waiting);
  useShown(hasNoFeed);
  if (channels && !channel) return <NoChannel />;
  if (channel?.is_waiting) {
    return (
      <div className="max-w-224">
        <ChannelHead id={id} channel={channel} userId={userId} isStaff={isStaff} />
        <Suspense>
          <WaitingChannel channel={channel} isStaff={isStaff} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="max-w-224">
      <ChannelHead id={id} channel={channel} userId={userId} isStaff={isStaff} />
      {/* How high the head is shows with the channel: what is below loads, and is shown, in its final place. */}
      <div hidden={isLoading}>
        <CommunitySearchBox label="Buscar na comunidade" />
        <CategoryFilter current={category} addressOf={(wanted) => paths.membersChannel(id, wanted)} />
        <ChannelPosts key={id} userId={userId} channel={id} category={category} />
      </div>
      {isLoading && <FeedSkeleton />}
    </div>
  );
}

interface ChannelHeadProps {
  id: string;
  channel: Channel | undefined;
  userId: string;
  isStaff: boolean;
}

/** Head of a channel. It reserves the place of later parts, so that the page below stays where it is. */
function ChannelHead({ id, channel, userId, isStaff }: ChannelHeadProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="type-display-3">{channel?.name ?? 'Comunidade'}</h1>
        <div className="mt-2 flex min-h-6 flex-wrap items-center gap-x-2 type-ui text-muted-foreground">
          {channel?.description && <p className="max-sm:w-full">{channel.description}</p>}
          {channel && !channel.is_waiting && (
            <>
              <p className="mr-2">{formatCount(channel.member_count, 'membro.', 'membros.')}</p>
              <Present channel={id} userId={userId} />
            </>
          )}
        </div>
      </div>
      {!channel?.is_waiting && (
        <div className="flex min-h-11 flex-wrap gap-2 max-sm:w-full lg:min-h-10">
          <Suspense>{channel && <ChannelActions channel={channel} userId={userId} isStaff={isStaff} />}</Suspense>
        </div>
      )}
    </div>
  );
}

/** A channel that is gone, or that this person may not enter. */
function NoChannel() {
  return (
    <Empty isPage title="Este canal não existe ou é privado." description="Só os membros de um canal privado o veem.">
      <ButtonLink href={channelPath(FIRST_CHANNEL)} variant="line" size="small">
        Ir para o canal geral
      </ButtonLink>
    </Empty>
  );
}

function ChannelPosts({
  userId,
  channel,
  category,
}: {
  userId: string;
  channel: string;
  category: string | undefined;
}) {
  const posting = usePosting(userId, channel);
  return (
    <>
      <div className="my-6">
        <NewPost userId={userId} channel={channel} posting={posting} collapses />
      </div>
      <Feed
        userId={userId}
        filters={{ channel, category, order: 'created_at' }}
        row={PostCard}
        showsPictures
        posting={posting}
        empty={
          category
            ? {
                title: 'Nenhuma publicação nesta categoria.',
                description: 'Escolha outra categoria ou escreva a primeira.',
              }
            : {
                title: 'Nenhuma publicação ainda.',
                description: 'Escreva a primeira: uma situação real e o que já tentou.',
              }
        }
      />
    </>
  );
}
