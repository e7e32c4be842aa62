import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Lock } from 'lucide-react';
import { Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Avatar, nameOf, type Profile, profilesQuery } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { useSummary } from '@/lib/use-summary';
import { Button } from '@/ui/button';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { latePart } from '@/ui/start/late-part';
import { newId } from '../actions';
import { createComment, markPostRead } from '../post/post-actions';
import { PostBody } from '../post/post-text';
import type { Signal } from '../presence/writers';
import { communityKeys, type WholePost } from '../queries';
import { useOutbox, withoutStored } from '../writing/outbox';
import { WaitingText } from '../writing/waiting-text';
import { OneComment, type Thread } from './comment';
import { CommentForm } from './comment-form';
import { type Comment, commentsQuery } from './comment-queries';
import { NewLine, useFirstNew } from './first-new';

const Writers = latePart(() => import('../presence/writers'));

export interface CommentsProps {
  post: WholePost;
  userId: string;
  isStaff: boolean;
  ownProfile: Profile | undefined;
  now: number;
  /** A forum topic: its author accepts one of the answers. */
  asAnswers: boolean;
  /** True if the comments on the screen do not count as read. */
  keptUnread: boolean;
  /** Under a post in a list, which is a part of another page. */
  isInside?: boolean;
}

/** A conversation without a comment for longer is rather begun anew. */
const OLD_MS = 180 * 24 * 60 * 60 * 1000;

interface CommentText {
  content: string;
  parent_id: string | null;
}

/** A removed post keeps its comments and takes no more. */
const takesComments = (post: WholePost, isStaff: boolean): boolean => !post.is_deleted && (!post.is_locked || isStaff);

export function Comments({
  post,
  userId,
  isStaff,
  ownProfile,
  now,
  asAnswers,
  keptUnread,
  isInside = false,
}: CommentsProps) {
  const headingId = useId();
  const Heading = isInside ? 'h4' : 'h2';
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(commentsQuery(post.id));
  const comments = useMemo(() => list.data?.pages.flat() ?? [], [list.data]);
  const { data: profiles, isLoading: areNamesMissing } = useQuery(
    profilesQuery(list.data ? [userId, ...comments.map((comment) => comment.author_id)] : []),
  );
  const [readAt] = useState(() => post.post_states[0]?.read_at ?? null);
  const store = useCallback(
    async (id: string, text: CommentText) => {
      await createComment({ id, post_id: post.id, author_id: userId, ...text });
      await queryClient.invalidateQueries({ queryKey: communityKeys.comments(post.id) });
    },
    [post.id, userId, queryClient],
  );
  const outbox = useOutbox(store);
  const [openedAt] = useState(() => new Date().toISOString());
  const arrived = comments.filter((one) => one.created_at > openedAt && one.author_id !== userId).length;
  const summary = useSummary(arrived > 0 ? formatCount(arrived, 'novo comentário', 'novos comentários') : '');
  const signal = useRef<Signal>(undefined);
  useReading(keptUnread ? null : post.id, list.dataUpdatedAt, comments.length);
  const thread: Thread = {
    post,
    userId,
    isStaff,
    now,
    asAnswers,
    profiles,
    readAt,
    send: (content, parent) => {
      signal.current?.(false);
      void outbox.send(newId(), { content, parent_id: parent });
    },
    onWriting: () => signal.current?.(true),
  };
  const roots = comments.filter(({ parent_id: parent }) => parent === null);
  const isShown = list.data !== undefined && !areNamesMissing;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const pages = { isShown, hasNextPage, isFetchingNextPage, fetchNextPage };
  const firstNew = useFirstNew(pages, comments, readAt, userId);
  const accepted = asAnswers ? comments.find((comment) => comment.is_accepted && !comment.is_deleted) : undefined;
  const isOpen = takesComments(post, isStaff);
  return (
    <section
      id={isInside ? undefined : 'comentarios'}
      aria-labelledby={headingId}
      className={cx('scroll-mt-20 border-t', isInside ? 'mt-4 border-border pt-4' : 'mt-10 border-border-strong pt-5')}
    >
      <Heading id={headingId} className={isInside ? 'type-title-3' : 'type-title-1'}>
        {asAnswers
          ? formatCount(post.comments_count, 'resposta', 'respostas')
          : formatCount(post.comments_count, 'comentário', 'comentários')}
      </Heading>
      <p aria-live="polite" className="sr-only">
        {summary}
      </p>
      {accepted && isShown && <AcceptedAnswer comment={accepted} thread={thread} />}
      {isShown ? (
        <ol className="mt-2">
          {roots.map((comment) => (
            <li key={comment.id} className="border-b border-border last:border-b-0">
              {comment.id === firstNew && <NewLine />}
              <CommentThread
                comment={comment}
                answers={comments.filter(({ parent_id: parent }) => parent === comment.id)}
                thread={thread}
              />
            </li>
          ))}
        </ol>
      ) : list.isError ? (
        <div className="mt-6">
          <LoadFailed title="Não foi possível carregar os comentários." query={list} />
        </div>
      ) : (
        <CommentsSkeleton />
      )}
      {list.hasNextPage && (
        <Button
          variant="line"
          size="small"
          className="mt-4"
          busy={list.isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => void list.fetchNextPage()}
        >
          Carregar mais comentários
        </Button>
      )}
      {withoutStored(outbox.waiting, comments).map(({ id, text, problem }) => (
        <WaitingText
          key={id}
          content={text.content}
          problem={problem}
          onRetry={() => void outbox.send(id, text)}
          onDrop={() => outbox.drop(id)}
        />
      ))}
      {isOpen && now - Date.parse(post.last_activity_at) > OLD_MS && (
        <p className="mt-6 border-l-3 border-warning bg-warning-tint px-4 py-2 text-small">
          Esta conversa está parada há mais de seis meses. Se o assunto é outro, prefira escrever uma nova publicação.
        </p>
      )}
      {isOpen ? (
        <div data-key="comment" className="mt-6 grid gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Avatar profile={ownProfile} id={userId} className="size-10 max-sm:hidden" />
          <CommentForm
            userId={userId}
            channel={post.channel_id}
            place={`comment:${post.id}`}
            label={asAnswers ? 'Sua resposta' : 'Seu comentário'}
            placeholder={asAnswers ? 'Escreva uma resposta' : 'Escreva um comentário'}
            actionLabel={asAnswers ? 'Responder' : 'Comentar'}
            onWriting={thread.onWriting}
            onSend={(content) => thread.send(content, null)}
          />
          <p className="mt-1.5 min-h-5 text-small text-muted-foreground sm:col-start-2">
            <Suspense>
              <Writers channel={post.channel_id} place={`post:${post.id}`} userId={userId} signal={signal} />
            </Suspense>
          </p>
        </div>
      ) : (
        <p className="mt-6 flex items-center gap-2 type-ui text-muted-foreground">
          <Lock aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Os comentários desta publicação estão fechados.
        </p>
      )}
    </section>
  );
}

/** Marks the comments on the screen as read. Marks none without the post. */
function useReading(postId: string | null, loadedAt: number, count: number) {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new comment is read as well
  useEffect(() => {
    if (postId === null || loadedAt === 0 || document.hidden) return;
    markPostRead(postId, new Date().toISOString())
      .then(() =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: ['notices'] }),
          queryClient.invalidateQueries({ queryKey: communityKeys.newComments }),
        ]),
      )
      .catch((reason: unknown) => console.warn('the comments could not be marked as read', reason));
  }, [postId, loadedAt > 0, count, queryClient]);
}

function AcceptedAnswer({ comment, thread }: { comment: Comment; thread: Thread }) {
  return (
    <div className="mt-4 border-l-3 border-success bg-success-tint px-5 py-4">
      <p className="flex flex-wrap items-center gap-x-2 text-small text-success">
        <CircleCheck aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Resposta aceita, de {nameOf(thread.profiles?.get(comment.author_id))}.
        <a href={`#c-${comment.id}`} className="underline underline-offset-2">
          Ver na conversa
        </a>
      </p>
      <div className="mt-2">
        <PostBody html={comment.content_html} content={comment.content} />
      </div>
    </div>
  );
}

function CommentThread({
  comment,
  answers,
  thread,
}: {
  comment: Comment;
  answers: readonly Comment[];
  thread: Thread;
}) {
  const [answering, setAnswering] = useState(false);
  const mayAnswer = takesComments(thread.post, thread.isStaff) && !comment.is_deleted;
  const answer = mayAnswer ? () => setAnswering(true) : undefined;
  // A removed comment without answers has nothing to hold together.
  if (
    comment.is_deleted &&
    answers.every((one) => one.is_deleted) &&
    comment.author_id !== thread.userId &&
    !thread.isStaff
  )
    return null;
  return (
    <>
      <OneComment comment={comment} thread={thread} onAnswer={answer} />
      {(answers.length > 0 || answering) && (
        <ol className="ml-5 border-l border-border pl-5 sm:ml-14">
          {answers.map((one) => (
            <li key={one.id}>
              <OneComment comment={one} thread={thread} onAnswer={answer} />
            </li>
          ))}
          {answering && (
            <li className="pb-5">
              <CommentForm
                userId={thread.userId}
                channel={thread.post.channel_id}
                place={`answer:${comment.id}`}
                label="Sua resposta"
                placeholder={`Responder a ${nameOf(thread.profiles?.get(comment.author_id))}`}
                actionLabel="Responder"
                autoFocus
                onWriting={thread.onWriting}
                onSend={(content) => {
                  thread.send(content, comment.id);
                  setAnswering(false);
                }}
                onCancel={() => setAnswering(false)}
              />
            </li>
          )}
        </ol>
      )}
    </>
  );
}

function CommentsSkeleton() {
  return (
    <Loading label="Carregando os comentários">
      {[1, 2].map((row) => (
        <div key={row} className="grid gap-x-4 py-5 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Skeleton className="size-10 max-sm:hidden" />
          <div className="grid gap-3">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-12 w-full" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
