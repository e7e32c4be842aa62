import { useId, useState } from 'react';
import { limits } from '@/generated/columns/community_comments';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { useMentionCheck } from '../mentions/mention-check';
import { withoutPlaceholders } from '../pictures/pictures';
import { changeComment } from '../post/post-actions';
import { communityKeys } from '../queries';
import { useDraft } from '../writing/draft';
import { measured } from '../writing/measured';
import { TextLength } from '../writing/text-length';
import WritingField from '../writing/writing-field';
import type { Comment } from './comment-queries';

interface CommentFormProps {
  userId: string;
  channel: string;
  /** Names the draft. */
  place: string;
  initial?: string;
  label: string;
  placeholder: string;
  actionLabel: string;
  busy?: boolean;
  autoFocus?: boolean;
  /** The draft stays until the form is closed: the text may be refused. */
  keepsDraft?: boolean;
  /** Called at each change of the text. */
  onWriting?: () => void;
  onSend: (content: string) => void;
  onCancel?: () => void;
}

/** One line, without tools. */
const CLOSED =
  '[&_[role=toolbar]]:hidden [&_:is(textarea,.writing)]:min-h-11! [&_:is(textarea,.writing)]:resize-none [&_:is(textarea,.writing)]:border-b-transparent!';

export function CommentForm({
  userId,
  channel,
  place,
  initial = '',
  label,
  placeholder,
  actionLabel,
  busy = false,
  autoFocus = false,
  keepsDraft = false,
  onWriting,
  onSend,
  onCancel,
}: CommentFormProps) {
  const id = useId();
  const draft = useDraft(userId, place, { title: '', content: initial });
  const mentionCheck = useMentionCheck(channel);
  const [used, setUsed] = useState(false);
  const [sendingPictures, setSendingPictures] = useState(false);
  const { content } = draft.text;
  const text = withoutPlaceholders(content).trim();
  const length = measured(text, limits.content);
  const open = used || autoFocus || draft.isKept;
  const send = () => {
    if (!text || length.isOver || busy || sendingPictures) return;
    mentionCheck.check(text, () => {
      onSend(text);
      if (!keepsDraft) draft.clear();
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onFocus={() => setUsed(true)}
      className="min-w-0 border border-border bg-card px-4 py-2"
    >
      <div className={cx(!open && CLOSED)}>
        <WritingField
          id={id}
          label={label}
          value={content}
          channel={channel}
          autoFocus={autoFocus}
          onBusyChange={setSendingPictures}
          placeholder={placeholder}
          aria-invalid={length.isOver ? true : undefined}
          aria-describedby={length.isNear ? `${id}-length` : undefined}
          onChange={(next) => {
            draft.change({ title: '', content: next });
            onWriting?.();
          }}
          onSend={send}
        />
      </div>
      <TextLength id={`${id}-length`} of={length} />
      {open && (
        <div className="mt-1 mb-1 flex justify-end gap-2">
          {onCancel && (
            <Button
              variant="ghost"
              size="small"
              disabled={busy}
              onClick={() => {
                draft.clear();
                onCancel();
              }}
            >
              Cancelar
            </Button>
          )}
          <Button
            type="submit"
            size="small"
            busy={busy}
            busyLabel="Salvando..."
            disabled={!content.trim() || sendingPictures}
          >
            {actionLabel}
          </Button>
        </div>
      )}
      {mentionCheck.dialog}
    </form>
  );
}

export interface EditCommentProps {
  comment: Comment;
  channel: string;
  userId: string;
  onEnd: () => void;
}

export function EditComment({ comment, channel, userId, onEnd }: EditCommentProps) {
  const change = useAction({
    run: (content: string) => changeComment(comment.id, { content }),
    refreshes: [communityKeys.comments(comment.post_id)],
    failure: 'Não foi possível salvar o comentário.',
    onDone: onEnd,
  });
  return (
    <CommentForm
      userId={userId}
      channel={channel}
      place={`edit:${comment.id}`}
      initial={comment.content ?? ''}
      label="Comentário"
      placeholder=""
      actionLabel="Salvar"
      busy={change.isPending}
      autoFocus
      keepsDraft
      onSend={(content) => change.mutate(content)}
      onCancel={onEnd}
    />
  );
}
