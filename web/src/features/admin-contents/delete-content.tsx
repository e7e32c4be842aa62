import { Trash2 } from 'lucide-react';
import { AlertDialog } from '@/ui/alert-dialog';
import { toast } from '@/ui/toast';
import { type ContentRow, useDeleteContent } from './queries';
import { contentToasts } from './text';

export interface DeleteContentProps {
  /** The content in question; the dialog is closed without one. */
  content: ContentRow | undefined;
  onClose: () => void;
}

export function DeleteContent({ content, onClose }: DeleteContentProps) {
  const removal = useDeleteContent();
  const remove = () => {
    if (!content) return;
    removal.mutate(content.id, {
      onSuccess: () => {
        toast(contentToasts.deleted);
        onClose();
      },
      onError: (error) => {
        console.error('a content could not be deleted', error);
        toast(contentToasts.deleteFailed(error));
      },
    });
  };
  return (
    <AlertDialog
      open={content !== undefined}
      onOpenChange={(open) => !open && !removal.isPending && onClose()}
      title="Tem certeza que deseja excluir este conteúdo?"
      description={`“${content?.title ?? ''}” sai do site agora. A exclusão não pode ser desfeita.`}
      actionLabel="Excluir"
      actionIcon={<Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />}
      busy={removal.isPending}
      busyLabel="Excluindo..."
      onAction={remove}
    />
  );
}
