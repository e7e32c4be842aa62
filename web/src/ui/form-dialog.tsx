import { type ReactNode, useId } from 'react';
import { Button } from './button';
import { Dialog, DialogClose } from './dialog';

export interface FormDialogProps {
  open: boolean;
  /** Closes the dialog. Not called during the request. */
  onClose: () => void;
  title: string;
  description: ReactNode;
  onSubmit: () => void;
  actionLabel: string;
  busy: boolean;
  busyLabel: string;
  destructive?: boolean;
  /** True for a form that needs more than one column of a phone. */
  wide?: boolean;
  children: ReactNode;
}

/** A dialog with a form for an action's parameters. */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  onSubmit,
  actionLabel,
  busy,
  busyLabel,
  destructive = false,
  wide = false,
  children,
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      wide={wide}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose>
            <Button variant="ghost" size="small" disabled={busy}>
              Cancelar
            </Button>
          </DialogClose>
          <Button
            type="submit"
            form={form}
            variant={destructive ? 'destructive' : 'primary'}
            size="small"
            busy={busy}
            busyLabel={busyLabel}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        className="mt-2 grid gap-4"
      >
        {children}
      </form>
    </Dialog>
  );
}
