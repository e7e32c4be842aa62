import { Trash2 } from 'lucide-react';
import { AlertDialog } from '@/ui/alert-dialog';
import { toast } from '@/ui/toast';
import { type Category, CategoryInUse, useDeleteCategory } from './queries';
import { categoryToasts } from './text';

export interface DeleteCategoryProps {
  /** The category in question; the dialog is closed without one. */
  category: Category | undefined;
  onClose: () => void;
}

export function DeleteCategory({ category, onClose }: DeleteCategoryProps) {
  const removal = useDeleteCategory();
  const remove = () => {
    if (!category) return;
    removal.mutate(category.id, {
      onSuccess: () => {
        toast(categoryToasts.deleted);
        onClose();
      },
      onError: (error) => {
        if (!(error instanceof CategoryInUse)) console.error('a category could not be deleted', error);
        toast(categoryToasts.deleteFailed(error));
        onClose();
      },
    });
  };
  return (
    <AlertDialog
      open={category !== undefined}
      onOpenChange={(open) => !open && !removal.isPending && onClose()}
      title="Tem certeza que deseja excluir esta categoria?"
      description={`“${category?.name ?? ''}” deixa de existir. A exclusão não pode ser desfeita.`}
      actionLabel="Excluir"
      actionIcon={<Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />}
      busy={removal.isPending}
      busyLabel="Excluindo..."
      onAction={remove}
    />
  );
}
