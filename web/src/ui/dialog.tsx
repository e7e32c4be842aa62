import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
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
  /** For two texts beside each other. */
  wide?: boolean;
  children?: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, footer, wide = false, children }: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div data-scroll-lock="" className="fixed inset-0 z-50 bg-scrim enter-fade" />
        <Primitive.Content
          {...returnFocus}
          onInteractOutside={keepOpenForToasts}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(dialogClass, wide ? 'w-[min(60rem,calc(100vw-2rem))]' : 'w-[min(28rem,calc(100vw-2rem))]')}
        >
          <Primitive.Title className="type-title-1">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="text-base leading-normal text-foreground-2">
              {description}
            </Primitive.Description>
          )}
          {children}
          <div className="mt-3 flex flex-wrap justify-end gap-2">{footer}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const dialogClass = cx(
  'fixed top-1/2 left-1/2 z-60 grid max-h-[calc(100dvh-2rem)] -translate-1/2 grid-cols-1 gap-3 overflow-y-auto',
  'rounded-lg border border-border bg-popover p-7 shadow-dialog focus:outline-none enter-fade',
);

/** Closes the surrounding dialog or sheet; wraps one button. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>;
}
