import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TooltipProps {
  label: string;
  side?: 'top' | 'right';
  children: ReactNode;
}

/** Shows an icon button's name on hover and focus; the button keeps its own `aria-label`. */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            className="z-70 rounded-md bg-foreground px-2.5 py-1.5 text-small leading-tight text-background shadow-pop"
          >
            {label}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
