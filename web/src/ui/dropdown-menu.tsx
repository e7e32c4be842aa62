import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  destructive?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

/** A list of actions behind one button. Not modal: the page's scroll lock belongs to dialogs. */
export function DropdownMenu({ trigger, items }: { trigger: ReactNode; items: readonly MenuItem[] }) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={6}
          className="z-70 min-w-48 rounded-lg border border-border bg-popover p-1.5 text-popover-foreground shadow-pop enter-fade"
        >
          {items.map((item) => (
            <Primitive.Item
              key={item.label}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={cx(
                'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-3 type-ui outline-none data-highlighted:bg-accent data-disabled:cursor-not-allowed data-disabled:text-muted-foreground',
                item.destructive && 'text-destructive',
              )}
            >
              {item.icon}
              {item.label}
            </Primitive.Item>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
