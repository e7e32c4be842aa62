import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CornerDownRight, Ellipsis, Eye, EyeOff, Flag, Pencil, Trash2, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Avatar, MemberName, nameOf, type Profile } from '@/entities/member';
import type { Decision } from '@/entities/moderation';
import { hiddenLabel } from '@/entities/sanctions';
import { formatAgo, formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import type { MenuItem } from '@/ui/menu-props';
import { latePart } from '@/ui/start/late-part';
import { useAction } from '@/widgets/use-action';
import { LikeButton } from '../feed/like-button';
import { changeComment, removeComment, restoreComment, setCommentLike } from '../post/post-actions';
import { isEditable } from '../post/post-menu';
import { PostBody } from '../post/post-text';
import { communityKeys, type WholePost } from '../queries';
import { patchComment } from './comment-cache';
import { EditComment } from './comment-form';
import type { Comment } from './comment-queries';

const ReportDialog = latePart(() =>
  import('@/widgets/report-dialog').then((module) => ({ default: module.ReportDialog })),
);
const DecisionDialog = latePart(() =>
  import('@/widgets/decision-dialog').then((module) => ({ default: module.DecisionDialog })),
);

/** Data that each comment needs of its surroundings. */
export interface Thread {
  post: WholePost;
  userId: string;
  isStaff: boolean;
  now: number;
  asAnswers: boolean;
  profiles: Map<string, Profile> | undefined;
  /** Time until which the comments had been read when the page was opened. */
  readAt: string | null;
  send: (text: string, parent: string | null) => void;
  /** Called while the person writes a comment. */
  onWriting: () => void;
}

interface OneCommentProps {
  comment: Comment;
  thread: Thread;
  onAnswer: (() => void) | undefined;
}

export function OneComment({ comment, thread, onAnswer }: OneCommentProps) {
  const { userId, now, profiles, readAt } = thread;
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState(false);
  const profile = profiles?.get(comment.author_id);
  const name = nameOf(profile);
  const isNew = readAt !== null && comment.author_id !== userId && comment.created_at > readAt;
  if (comment.is_deleted) return <DeletedComment comment={comment} thread={thread} />;
  return (
    <article
      id={`c-${comment.id}`}
      data-key-item=""
      tabIndex={-1}
      className="grid scroll-my-20 gap-x-4 py-5 sm:grid-cols-[auto_minmax(0,1fr)] target:bg-accent"
    >
      <Avatar profile={profile} id={comment.author_id} className="size-10 max-sm:hidden" />
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-4">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted-foreground">
            <MemberName profile={profile} id={comment.author_id} />
            <a
              href={`#c-${comment.id}`}
              title={formatDateTime(comment.created_at)}
              className="hover:text-foreground hover:underline"
            >
              <time dateTime={comment.created_at}>{formatAgo(comment.created_at, now)}</time>
            </a>
            {comment.edited_at && <span title={formatDateTime(comment.edited_at)}>editado</span>}
            {isNew && <Badge tone="soon">Novo</Badge>}
            {comment.is_accepted && thread.asAnswers && (
              <Badge icon={CircleCheck} className="bg-success-tint text-success">
                Resposta aceita
              </Badge>
            )}
            {comment.is_hidden && <Badge icon={EyeOff}>{hiddenLabel(comment)}</Badge>}
          </div>
          <CommentMenu comment={comment} thread={thread} onEdit={() => setEditing(true)} />
        </div>
        {editing ? (
          <EditComment
            comment={comment}
            channel={thread.post.channel_id}
            userId={userId}
            onEnd={() => setEditing(false)}
          />
        ) : (
          <div className="mt-1">
            <PostBody html={comment.content_html} content={comment.content} />
          </div>
        )}
        <div className="mt-1.5 flex flex-wrap items-center gap-x-5">
          <LikeButton
            liked={comment.community_comment_likes.length > 0}
            count={comment.likes_count}
            what={`o comentário de ${name}`}
            onShow={(next) =>
              patchComment(queryClient, comment.post_id, comment.id, (shown) => ({
                ...shown,
                community_comment_likes: next ? [{ user_id: userId }] : [],
                likes_count: Math.max(0, shown.likes_count + (next ? 1 : -1)),
              }))
            }
            onStore={(next) => setCommentLike(comment, userId, next)}
          />
          {onAnswer && (
            <button
              type="button"
              data-key="reply"
              aria-label={`Responder a ${name}`}
              onClick={onAnswer}
              className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-sm text-muted-foreground hover:text-foreground lg:min-h-9"
            >
              <CornerDownRight aria-hidden="true" className="size-4" strokeWidth={1.6} />
              Responder
            </button>
          )}
          <AcceptButton comment={comment} thread={thread} />
        </div>
      </div>
    </article>
  );
}

/** The author of a topic, or staff, accepts one answer. */
function AcceptButton({ comment, thread: { post, userId, isStaff, asAnswers } }: { comment: Comment; thread: Thread }) {
  const change = useAction({
    run: () => changeComment(comment.id, { is_accepted: !comment.is_accepted }),
    refreshes: [communityKeys.comments(post.id), communityKeys.post(post.id), communityKeys.feeds],
    failure: 'Não foi possível marcar a resposta.',
    done: comment.is_accepted
      ? { title: 'A resposta não está mais aceita.' }
      : { title: 'Resposta aceita.', description: 'O tópico agora aparece como resolvido.', tone: 'success' },
  });
  if (!asAnswers || (post.author_id !== userId && !isStaff)) return null;
  return (
    <Button variant="ghost" size="small" busy={change.isPending} onClick={() => change.mutate()}>
      <CircleCheck aria-hidden="true" className="size-4" strokeWidth={1.6} />
      {comment.is_accepted ? 'Desfazer aceite' : 'Aceitar resposta'}
    </Button>
  );
}

function CommentMenu({ comment, thread, onEdit }: { comment: Comment; thread: Thread; onEdit: () => void }) {
  const { userId, isStaff, now } = thread;
  const [reporting, setReporting] = useState(false);
  const [ruling, setRuling] = useState<Decision>();
  const removal = useAction({
    run: () => removeComment(comment.id),
    refreshes: [communityKeys.comments(comment.post_id), communityKeys.post(comment.post_id)],
    failure: 'Não foi possível excluir o comentário.',
  });
  const isOwn = comment.author_id === userId;
  const author: MenuItem[] = isEditable(comment, userId, now)
    ? [{ label: 'Editar', icon: Pencil, onSelect: onEdit }]
    : [];
  const staff: MenuItem[] =
    isStaff && !isOwn
      ? [
          comment.is_hidden
            ? { label: 'Mostrar aos membros', icon: Eye, onSelect: () => setRuling('keep') }
            : { label: 'Ocultar dos membros', icon: EyeOff, onSelect: () => setRuling('hide') },
        ]
      : [];
  const last: MenuItem[] = [];
  if (!isOwn) last.push({ label: 'Denunciar', icon: Flag, onSelect: () => setReporting(true) });
  if (isOwn || isStaff) {
    // The own one can be taken back, so it needs no question; what others wrote is removed with a reason.
    const remove = () => (isOwn ? removal.mutate() : setRuling('delete'));
    last.push({ label: 'Excluir', icon: Trash2, onSelect: remove, destructive: true });
  }
  return (
    <>
      <Menu
        groups={[author, staff, last]}
        trigger={
          <Button variant="ghost" size="icon" aria-label="Ações do comentário" className="-mt-2.5 -mr-2 shrink-0">
            <Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.8} />
          </Button>
        }
      />
      <Suspense>
        {reporting && (
          <ReportDialog
            open
            onClose={() => setReporting(false)}
            target={{ comment_id: comment.id }}
            what="este comentário"
          />
        )}
        {ruling && (
          <DecisionDialog decision={ruling} subject={{ comment_id: comment.id }} onClose={() => setRuling(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function DeletedComment({ comment, thread: { userId } }: { comment: Comment; thread: Thread }) {
  const restoration = useAction({
    run: () => restoreComment(comment.id),
    refreshes: [communityKeys.comments(comment.post_id), communityKeys.post(comment.post_id)],
    failure: 'Não foi possível desfazer a exclusão.',
  });
  return (
    <p id={`c-${comment.id}`} className="flex flex-wrap items-center gap-x-4 py-4 text-small text-muted-foreground">
      {comment.is_hidden ? 'Comentário removido pela moderação.' : 'Comentário removido pelo autor.'}
      {comment.author_id === userId && !comment.is_hidden && (
        <Button variant="ghost" size="small" busy={restoration.isPending} onClick={() => restoration.mutate()}>
          <Undo2 aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Desfazer
        </Button>
      )}
    </p>
  );
}
