import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './button';
import { keepOpenForToasts, useReturnFocus } from './overlay';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  footer?: ReactNode;
  children: ReactNode;
  className?: string;
  /** A prevented event closes nothing. */
  onEscapeKeyDown?: (event: KeyboardEvent) => void;
}

/** A panel from the right edge, 608 px wide, full screen on a phone. */
export function Sheet({ open, onOpenChange, title, footer, children, className, ...keys }: SheetProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div data-scroll-lock="" className="fixed inset-0 z-50 bg-scrim enter-fade" />
        <Primitive.Content
          {...returnFocus}
          {...keys}
          onInteractOutside={keepOpenForToasts}
          aria-describedby={undefined}
          className={cx(
            'fixed inset-y-0 right-0 z-60 grid w-[min(38rem,100vw)] grid-rows-[auto_1fr_auto] border-l border-border bg-background shadow-dialog focus:outline-none enter-slide',
            className,
          )}
        >
          <header className="flex items-center justify-between gap-3 border-b border-border px-6 py-3">
            <Primitive.Title className="type-title-1">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Fechar">
                <X aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
              </Button>
            </Primitive.Close>
          </header>
          <div className="overflow-y-auto p-6">{children}</div>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-border px-6 py-4">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
