import { useState } from 'react';
import { limits } from '@/generated/columns/content_comments';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from '@/widgets/use-action';
import { REVIEW_CHANGES, returnReview } from './queries';

/** Sends a content back to who asked for its review. */
export function ReturnDialog({ content, open, onClose }: { content: string; open: boolean; onClose: () => void }) {
  const [sent, setSent] = useState(0);
  const returning = useAction({
    run: (comment: string) => returnReview(content, comment),
    done: { title: 'Conteúdo devolvido', description: 'O comentário fica ao lado do texto.', tone: 'success' },
    failure: 'Não foi possível devolver o conteúdo.',
    refreshes: REVIEW_CHANGES,
    onDone: () => {
      // What was sent is not offered again; what was only closed is.
      setSent(sent + 1);
      onClose();
    },
  });
  return (
    <TextDialog
      key={sent}
      open={open}
      onClose={onClose}
      title="Devolver o conteúdo?"
      description="Quem pediu a revisão vê o seu comentário no painel e ao lado do texto."
      actionLabel="Devolver"
      busy={returning.isPending}
      busyLabel="Devolvendo..."
      onSubmit={returning.mutate}
      label="Comentário"
      missing="Diga o que falta."
      maxLength={limits.body}
      multiline
    />
  );
}
