import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { paths } from '@/app/pages';
import { profilesQuery } from '@/entities/member';
import { formatCount } from '@/lib/format';
import { useSearchParams } from '@/lib/router';
import { ChipLink } from '@/ui/chip';
import { Empty } from '@/ui/empty';
import { ButtonLink } from '@/ui/link';
import { toast } from '@/ui/toast';
import { LevelMenu } from '@/widgets/level-menu';
import { createPost, newId } from './actions';
import { ChannelMembership } from './channel-membership';
import { channelPath } from './channel-path';
import { CommunitySearchBox } from './community-search-box';
import { useDraft } from './draft';
import { Feed } from './feed';
import { useOutbox } from './outbox';
import { PostCard } from './post-card';
import { PostForm, type PostText } from './post-form';
import { type Category, type Channel, categoriesQuery, channelsQuery, communityKeys, FIRST_CHANNEL } from './queries';
import { communityText } from './text';
import { WaitingText } from './waiting-text';

/** The channel and the category that the address names. */
export function useChannel(): { channel: string; category: string | undefined } {
  const [params] = useSearchParams();
  return { channel: params.get('canal') || FIRST_CHANNEL, category: params.get('categoria') || undefined };
}

export function CommunityPage({ userId, isStaff }: { userId: string; isStaff: boolean }) {
  const { channel: id, category } = useChannel();
  const { data: channels } = useQuery(channelsQuery());
  const channel = channels?.find((one) => one.id === id);
  if (channels && !channel) return <NoChannel />;
  return (
    <div className="max-w-224">
      <ChannelHead channel={channel} userId={userId} isStaff={isStaff} />
      <CommunitySearchBox label="Buscar na comunidade" />
      <CategoryFilter current={category} addressOf={(wanted) => paths.membersChannel(id, wanted)} />
      <ChannelPosts key={id} userId={userId} channel={id} category={category} />
    </div>
  );
}

function ChannelHead({ channel, userId, isStaff }: { channel: Channel | undefined; userId: string; isStaff: boolean }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="type-display-3">{channel?.name ?? 'Comunidade'}</h1>
        <p className="mt-2 min-h-6 type-ui text-muted-foreground">
          {channel &&
            [channel.description, formatCount(channel.member_count, 'membro.', 'membros.')].filter(Boolean).join(' ')}
        </p>
      </div>
      {channel && (
        <div className="flex flex-wrap gap-2">
          <LevelMenu key={channel.id} userId={userId} place={{ channel: channel.id }} name={channel.name} />
          <ChannelMembership channel={channel} userId={userId} isStaff={isStaff} />
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

export interface CategoryFilterProps {
  current: string | undefined;
  addressOf: (category: string | undefined) => string;
}

export function CategoryFilter({ current, addressOf }: CategoryFilterProps) {
  const { data: categories = [] } = useQuery(categoriesQuery());
  return (
    <nav aria-label="Filtrar por categoria" className="bleed-x mt-6 flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <ChipLink href={addressOf(undefined)} current={!current}>
        Todas
      </ChipLink>
      {categories.map(({ id, name, color }: Category) => (
        <ChipLink key={id} href={addressOf(id)} current={id === current}>
          <span aria-hidden="true" className="size-2 rounded-full bg-current" style={{ color }} />
          {name}
        </ChipLink>
      ))}
    </nav>
  );
}

const NOTHING = { title: '', content: '' };

/** Sends posts of a channel, and remembers which the server has stored. */
export function usePosting(userId: string, channel: string) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const draft = useDraft(userId, `post:${channel}`, NOTHING);
  const store = useCallback(
    async (id: string, post: PostText) => {
      await createPost({ id, channel_id: channel, author_id: userId, ...post });
      setSent((known) => new Set(known).add(id));
      await queryClient.invalidateQueries({ queryKey: communityKeys.feeds });
    },
    [channel, userId, queryClient],
  );
  const outbox = useOutbox(store);
  const send = async (id: string, post: PostText) => {
    toast((await outbox.send(id, post)) ? communityText.posted : communityText.postFailed);
  };
  return {
    draft,
    sent,
    waiting: outbox.waiting,
    publish: (post: PostText) => {
      // The waiting text is shown from here on, and returns to the form if it is taken back.
      draft.clear();
      void send(newId(), post);
    },
    retry: (id: string, post: PostText) => void send(id, post),
    takeBack: (id: string, { title, content }: PostText) => {
      outbox.drop(id);
      draft.change({ title, content });
    },
  };
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
  const { data: profiles } = useQuery(profilesQuery([userId]));
  return (
    <>
      <div className="my-6">
        <PostForm
          userId={userId}
          channel={channel}
          profile={profiles?.get(userId)}
          draft={posting.draft}
          collapses
          actionLabel="Publicar"
          busyLabel="Publicando..."
          onSend={posting.publish}
          onCancel={() => undefined}
        />
      </div>
      {posting.waiting.map(({ id, text, problem }) => (
        <WaitingText
          key={id}
          {...text}
          problem={problem}
          onRetry={() => posting.retry(id, text)}
          onDrop={() => posting.takeBack(id, text)}
        />
      ))}
      <Feed
        userId={userId}
        filters={{ channel, category, order: 'created_at' }}
        row={PostCard}
        sent={posting.sent}
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
