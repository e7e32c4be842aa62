import { DropdownMenu as Primitive } from 'radix-ui';
import { cx } from '@/lib/cx';
import type { MenuProps } from './menu-props';

/** The menu of `Menu`, open at first: its code came with the first press. */
export default function MenuContent({ trigger, heading, groups }: MenuProps) {
  const shown = groups.filter((group) => group.length > 0);
  return (
    // Not modal: the scroll lock of a modal menu writes a <style> element, which the content security policy refuses.
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          // Where an entry has moved the focus, into a field for instance, it stays.
          onCloseAutoFocus={(event) => {
            if (document.activeElement !== document.body) event.preventDefault();
          }}
          className="z-60 min-w-52 rounded-lg border border-border bg-popover p-1 shadow-pop enter-fade"
        >
          {heading && <Primitive.Label className="px-3 pt-1.5 pb-2 type-ui">{heading}</Primitive.Label>}
          {shown.map((group, index) => (
            <Primitive.Group
              // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
              key={index}
              className="border-border not-first:mt-1 not-first:border-t not-first:pt-1"
            >
              {group.map(({ label, icon: Icon, onSelect, destructive }) => (
                <Primitive.Item
                  key={label}
                  onSelect={onSelect}
                  className={cx(
                    'flex min-h-11 cursor-default items-center gap-3 rounded-md px-3 type-ui outline-none select-none data-highlighted:bg-accent lg:min-h-9',
                    destructive && 'text-destructive',
                  )}
                >
                  <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
                  {label}
                </Primitive.Item>
              ))}
            </Primitive.Group>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
