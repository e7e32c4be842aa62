import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { FORUM_CHANNEL } from '@/entities/community-unread';
import { Avatar, nameOf, profilesQuery } from '@/entities/member';
import { fillPath } from '@/lib/route-match';
import { useNow } from '@/lib/use-now';
import { BackLink } from '@/ui/back-link';
import { Button } from '@/ui/button';
import { ButtonLink, TextLink } from '@/ui/link';
import { Loaded, LoadingShapes } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { LevelMenu } from '@/widgets/level-menu';
import { useAction } from '@/widgets/use-action';
import { patchPost } from '../cache';
import { channelPath } from '../channels/channel-path';
import { commentsQuery } from '../comments/comment-queries';
import { Comments } from '../comments/comments';
import LiveNotes from '../feed/live-notes';
import { PostLike, PostMeta, Tags, Views } from '../feed/post-card';
import { categoriesQuery, channelsQuery, communityKeys, type WholePost } from '../queries';
import { useDraft } from '../writing/draft';
import { PostForm } from '../writing/post-form';
import { changePost, restorePost } from './post-actions';
import { useNotedView, usePostLive } from './post-live';
import { PostMenu } from './post-menu';
import { postQuery } from './post-query';
import { PostBody } from './post-text';

export interface PostPageProps {
  id: string;
  userId: string;
  isStaff: boolean;
}

const LOADING = 'Carregando a publicação';
const SHAPES = ['h-5 w-40', 'mt-8 h-10 w-3/4', 'mt-6 h-40 w-full max-w-224'];

export function PostPage({ id, userId, isStaff }: PostPageProps) {
  const post = useQuery(postQuery(id));
  // Asked for at once, for the page below.
  useInfiniteQuery(commentsQuery(id));
  const offline = usePostLive(id);
  return (
    <Loaded query={post} failed="Não foi possível carregar a publicação." loading={LOADING} skeleton={SHAPES}>
      {(found) =>
        found ? (
          <div className="max-w-224">
            <LiveNotes offline={offline} />
            <Post key={found.id} post={found} userId={userId} isStaff={isStaff} />
          </div>
        ) : (
          <Empty
            isPage
            title="Publicação não encontrada"
            description="Ela foi removida, ou está em um canal do qual você não participa."
          >
            <ButtonLink href={paths.membersCommunity} variant="line" size="small">
              Ir para a comunidade
            </ButtonLink>
          </Empty>
        )
      }
    </Loaded>
  );
}

function Post({ post, userId, isStaff }: { post: WholePost; userId: string; isStaff: boolean }) {
  const now = useNow();
  const [editing, setEditing] = useState(false);
  const [keptUnread, setKeptUnread] = useState(false);
  const profiles = useQuery(profilesQuery([post.author_id, userId]));
  const categories = useQuery(categoriesQuery());
  const channels = useQuery(channelsQuery());
  const profile = profiles.data?.get(post.author_id);
  const channel = channels.data?.find(({ id }) => id === post.channel_id);
  useNotedView(post, userId);
  const comments = (
    <Comments
      post={post}
      userId={userId}
      isStaff={isStaff}
      ownProfile={profiles.data?.get(userId)}
      now={now}
      asAnswers={post.channel_id === FORUM_CHANNEL}
      keptUnread={keptUnread}
    />
  );
  if (post.is_deleted) {
    return (
      <>
        <Deleted post={post} userId={userId} />
        {post.comments_count > 0 && comments}
      </>
    );
  }
  // Names and badges that came later would move the text.
  if ([profiles, categories, channels].some(({ isLoading }) => isLoading)) {
    return <LoadingShapes label={LOADING} shapes={SHAPES} />;
  }
  return (
    <>
      <BackLink href={channelPath(post.channel_id)}>{channel ? channel.name : 'Voltar'}</BackLink>
      {editing ? (
        <EditPost post={post} userId={userId} onEnd={() => setEditing(false)} />
      ) : (
        <article data-key-post="" className="mt-4 grid gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Avatar profile={profile} id={post.author_id} className="size-10 max-sm:hidden" />
          <div className="min-w-0">
            <div className="flex items-start justify-between gap-4">
              <PostMeta
                post={post}
                profile={profile}
                category={categories.data?.find(({ id }) => id === post.category_id)}
                now={now}
              />
              <div className="-mt-2 -mr-2 flex shrink-0">
                <LevelMenu userId={userId} place={{ post: post.id }} name="esta publicação" compact />
                <PostMenu
                  post={post}
                  userId={userId}
                  isStaff={isStaff}
                  now={now}
                  onEdit={() => setEditing(true)}
                  onUnread={() => setKeptUnread(true)}
                />
              </div>
            </div>
            <h1 className="mt-2 mb-4 type-display-3 wrap-anywhere">{post.title}</h1>
            {post.lessons && (
              <p className="mb-4 type-ui text-muted-foreground">
                Sobre a aula{' '}
                <TextLink href={fillPath(paths.membersLesson, { id: post.lessons.id })}>{post.lessons.title}</TextLink>
              </p>
            )}
            <PostBody html={post.content_html} content={post.content} />
            <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-1">
              <PostLike post={post} userId={userId} author={nameOf(profile)} />
              <Views count={post.views_count} />
              <Tags tags={post.tags} />
            </div>
          </div>
        </article>
      )}
      {comments}
    </>
  );
}

function EditPost({ post, userId, onEnd }: { post: WholePost; userId: string; onEnd: () => void }) {
  const queryClient = useQueryClient();
  const draft = useDraft(userId, `edit:${post.id}`, { title: post.title ?? '', content: post.content ?? '' });
  const { data: profiles } = useQuery(profilesQuery([userId]));
  const change = useAction({
    run: (text: Parameters<typeof changePost>[1]) => changePost(post.id, text),
    refreshes: [communityKeys.post(post.id), communityKeys.feeds],
    failure: 'Não foi possível salvar a publicação.',
    onDone: (_, text) => {
      patchPost(queryClient, post.id, (shown) => ({ ...shown, title: text.title ?? shown.title }));
      draft.clear();
      onEnd();
    },
  });
  return (
    <div className="mt-4 grid gap-4">
      <h1 className="type-display-3">Editar publicação</h1>
      <PostForm
        userId={userId}
        channel={post.channel_id}
        profile={profiles?.get(userId)}
        draft={draft}
        initial={{ category_id: post.category_id, tags: post.tags ?? [] }}
        actionLabel="Salvar"
        busyLabel="Salvando..."
        busy={change.isPending}
        onSend={(text) => change.mutate(text)}
        onCancel={() => {
          draft.clear();
          onEnd();
        }}
      />
    </div>
  );
}

/** A removed post keeps its place while there are answers to it; its author can take the removal back for a day. */
function Deleted({ post, userId }: { post: WholePost; userId: string }) {
  const restoration = useAction({
    run: () => restorePost(post.id),
    refreshes: [communityKeys.post(post.id), communityKeys.feeds],
    failure: 'Não foi possível desfazer a exclusão.',
    done: { title: 'A publicação voltou.', tone: 'success' },
  });
  const mayRestore = post.author_id === userId && !post.is_hidden;
  return (
    <Empty
      isPage
      title={post.is_hidden ? 'Publicação removida pela moderação' : 'Publicação removida pelo autor'}
      description={mayRestore ? 'A exclusão pode ser desfeita em até 24 horas.' : 'O texto não está mais disponível.'}
    >
      <div className="flex flex-wrap gap-2">
        {mayRestore && (
          <Button size="small" busy={restoration.isPending} onClick={() => restoration.mutate()}>
            Desfazer exclusão
          </Button>
        )}
        <ButtonLink href={channelPath(post.channel_id)} variant="line" size="small">
          Voltar ao canal
        </ButtonLink>
      </div>
    </Empty>
  );
}
