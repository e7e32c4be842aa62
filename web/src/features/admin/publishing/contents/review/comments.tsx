import { useQuery } from '@tanstack/react-query';
import { Check, MessageSquarePlus, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { useSession } from '@/entities/session';
import { limits } from '@/generated/columns/content_comments';
import { formatCount, formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { TextareaField } from '@/ui/textarea-field';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { useAction } from '@/widgets/use-action';
import { useName } from '../desk/desk-status';
import { addComment, type Comment, commentsQuery, removeComment, resolveComment } from './queries';

/** Comments on a content by the people who work on it. */
export function Comments({ content }: { content: string }) {
  const { data: comments = [], isError } = useQuery(commentsQuery(content));
  const [doomed, setDoomed] = useState<Comment>();
  const open = comments.filter(({ resolved_at: at }) => at === null);
  const resolved = comments.filter(({ resolved_at: at }) => at !== null);
  const refreshes = [commentsQuery(content).queryKey];
  const itemOf = (comment: Comment) => (
    <CommentItem key={comment.id} comment={comment} refreshes={refreshes} onDelete={setDoomed} />
  );
  return (
    <section aria-labelledby={`comments-${content}`} className="border-b border-border pb-5">
      <h3 id={`comments-${content}`} className="font-label text-sm leading-tight">
        Comentários
        {open.length > 0 && <span className="font-sans text-muted-foreground tabular-nums"> ({open.length})</span>}
      </h3>
      {isError && <p className="mt-2 text-small text-destructive">Não foi possível carregar os comentários.</p>}
      <ul className="mt-2 grid gap-4 empty:hidden">{open.map(itemOf)}</ul>
      {resolved.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-8 cursor-pointer content-center type-meta">
            {formatCount(resolved.length, 'resolvido', 'resolvidos')}
          </summary>
          <ul className="mt-2 grid gap-4">{resolved.map(itemOf)}</ul>
        </details>
      )}
      <NewComment content={content} />
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Excluir este comentário?"
        description="A exclusão não pode ser desfeita."
        run={({ id }) => removeComment(id)}
        done={() => ({ title: 'Comentário excluído', tone: 'success' })}
        failure="Não foi possível excluir o comentário."
        refreshes={refreshes}
      />
    </section>
  );
}

interface CommentItemProps {
  comment: Comment;
  refreshes: readonly (readonly unknown[])[];
  onDelete: (comment: Comment) => void;
}

function CommentItem({ comment, refreshes, onDelete }: CommentItemProps) {
  const { id, author_id: author, body, created_at: at, resolved_at: resolvedAt } = comment;
  const { isAdmin } = usePanelAccess();
  const { user } = useSession();
  const name = useName(author);
  const isResolved = resolvedAt !== null;
  const resolving = useAction({
    run: () => resolveComment(id, !isResolved),
    failure: 'Não foi possível mudar o comentário.',
    refreshes,
  });
  const when = formatDateTime(at);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <p className="pt-2.5 type-meta tabular-nums">
        <span className="inline-block font-label text-foreground first-letter:uppercase">{name}</span> · {when}
      </p>
      <div className="flex">
        <IconAction
          hint={isResolved ? 'Reabrir' : 'Resolver'}
          label={`${isResolved ? 'Reabrir' : 'Resolver'} o comentário de ${when}`}
          icon={isResolved ? Undo2 : Check}
          aria-busy={resolving.isPending}
          onClick={() => !resolving.isPending && resolving.mutate()}
        />
        {(isAdmin || author === user?.id) && (
          <IconAction
            hint="Excluir"
            label={`Excluir o comentário de ${when}`}
            icon={Trash2}
            onClick={() => onDelete(comment)}
          />
        )}
      </div>
      <p className="col-span-full type-ui whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
    </li>
  );
}

function NewComment({ content }: { content: string }) {
  const [text, setText] = useState<string>();
  const adding = useAction({
    run: (body: string) => addComment(content, body),
    failure: 'Não foi possível comentar.',
    refreshes: [commentsQuery(content).queryKey],
    onDone: () => setText(undefined),
  });
  if (text === undefined) {
    return (
      <Button variant="soft" size="small" className="mt-3" onClick={() => setText('')}>
        <MessageSquarePlus aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Comentar
      </Button>
    );
  }
  return (
    <div className="mt-3 grid gap-3">
      <TextareaField
        label="Novo comentário"
        hint="Só quem trabalha nos conteúdos vê."
        autoFocus
        rows={3}
        maxLength={limits.body}
        value={text}
        onChange={(event) => setText(event.target.value)}
        controlClassName="min-h-20!"
      />
      <div className="flex gap-2">
        <Button
          size="small"
          disabled={text.trim() === ''}
          busy={adding.isPending}
          busyLabel="Enviando..."
          onClick={() => adding.mutate(text)}
        >
          Enviar comentário
        </Button>
        <Button variant="ghost" size="small" disabled={adding.isPending} onClick={() => setText(undefined)}>
          Cancelar
        </Button>
      </div>
    </div>
  );
}
