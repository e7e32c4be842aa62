import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './button';
import { keepOpenForToasts, useReturnFocus } from './overlay';

/*
 * The scrim is a plain element and not Radix's Overlay, whose scroll lock writes a <style> element that the content
 * security policy refuses; `data-scroll-lock` does it from the style sheet.
 */

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  footer: ReactNode;
  /** True for two texts beside each other. */
  wide?: boolean;
  /** Near the top of the window, so that it grows downwards as its contents do. */
  atTop?: boolean;
  children?: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  wide = false,
  atTop = false,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div data-scroll-lock="" className="fixed inset-0 z-50 bg-scrim enter-fade" />
        <Primitive.Content
          {...returnFocus}
          onInteractOutside={keepOpenForToasts}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            atTop ? `${boxClass} top-4 w-[min(42rem,calc(100vw-2rem))] -translate-x-1/2 md:top-[10dvh]` : dialogClass,
            !atTop && (wide ? 'w-[min(60rem,calc(100vw-2rem))]' : 'w-[min(28rem,calc(100vw-2rem))]'),
          )}
        >
          <Primitive.Title className="type-title-1">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="text-base leading-normal text-foreground-2">
              {description}
            </Primitive.Description>
          )}
          {children}
          <div className="mt-3 flex flex-wrap justify-end gap-3">{footer}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const boxClass = cx(
  'fixed left-1/2 z-60 grid max-h-[calc(100dvh-2rem)] grid-cols-1 gap-3 overflow-y-auto',
  'rounded-lg border border-border bg-popover p-7 shadow-dialog focus:outline-none enter-fade',
);

export const dialogClass = `${boxClass} top-1/2 -translate-1/2`;

/** Closes the surrounding dialog or sheet; wraps one button. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>;
}

/** The footer of a dialog that only shows something. */
export const CloseButton = () => (
  <DialogClose>
    <Button variant="line" size="small">
      Fechar
    </Button>
  </DialogClose>
);
