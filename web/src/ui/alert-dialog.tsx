import { AlertDialog as Primitive } from 'radix-ui';
import type { MouseEvent, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './button';
import { dialogClass } from './dialog';
import { useReturnFocus } from './overlay';

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  actionLabel: string;
  actionIcon?: ReactNode;
  cancelLabel?: string;
  busy?: boolean;
  busyLabel?: string;
  onAction: () => void;
  /** Between the question and the buttons. */
  children?: ReactNode;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  actionLabel,
  actionIcon,
  cancelLabel = 'Cancelar',
  busy = false,
  busyLabel,
  onAction,
  children,
}: AlertDialogProps) {
  const confirm = (event: MouseEvent) => {
    event.preventDefault();
    onAction();
  };
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div data-scroll-lock="" className="fixed inset-0 z-50 bg-scrim enter-fade" />
        <Primitive.Content
          {...returnFocus}
          aria-modal="true"
          className={cx(dialogClass, 'w-[min(28rem,calc(100vw-2rem))]')}
        >
          <Primitive.Title className="type-title-1">{title}</Primitive.Title>
          <Primitive.Description className="text-base leading-normal text-foreground-2">
            {description}
          </Primitive.Description>
          {children}
          <div className="mt-3 flex flex-wrap justify-end gap-2 max-sm:*:flex-auto">
            <Primitive.Cancel asChild>
              <Button variant="ghost" size="small" disabled={busy}>
                {cancelLabel}
              </Button>
            </Primitive.Cancel>
            <Primitive.Action asChild>
              <Button
                variant="destructive"
                size="small"
                busy={busy}
                {...(busyLabel === undefined ? {} : { busyLabel })}
                onClick={confirm}
              >
                {actionIcon}
                {actionLabel}
              </Button>
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
