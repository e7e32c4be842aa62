import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AlertDialog } from '@/ui/alert-dialog';
import { type ActionOptions, useAction } from './use-action';

export interface ConfirmDeleteProps<Item>
  extends Pick<ActionOptions<Item, unknown>, 'run' | 'done' | 'failure' | 'refreshes'> {
  /** The item to delete; the dialog is closed without one. */
  item: Item | undefined;
  onClose: () => void;
  title: string;
  description: string;
  closesOnFailure?: boolean;
  actionLabel?: string;
  busyLabel?: string;
  children?: ReactNode;
}

/** Deletes an item after a question. */
export function ConfirmDelete<Item>({
  item,
  onClose,
  title,
  description,
  closesOnFailure = false,
  actionLabel = 'Excluir',
  busyLabel = 'Excluindo...',
  children,
  ...action
}: ConfirmDeleteProps<Item>) {
  const removal = useAction({ ...action, onDone: onClose });
  const remove = () => item !== undefined && removal.mutate(item, closesOnFailure ? { onError: onClose } : {});
  return (
    <AlertDialog
      open={item !== undefined}
      onOpenChange={(open) => !open && !removal.isPending && onClose()}
      title={title}
      description={description}
      actionLabel={actionLabel}
      actionIcon={<Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />}
      busy={removal.isPending}
      busyLabel={busyLabel}
      onAction={remove}
    >
      {children}
    </AlertDialog>
  );
}
