import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

export interface Tab {
  value: string;
  label: string;
  /** Shows that something in it waits to be saved. */
  isMarked?: boolean;
  /** Absent where each tab is its own address and the page renders the panel. */
  content?: ReactNode;
  /** Stays mounted while another tab is open. */
  isKept?: boolean;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValueChange: (value: string) => void;
  look?: 'line' | 'tray';
  className?: string;
}

const TRIGGER = {
  line: 'relative min-h-13 px-1.5 text-muted-foreground data-[state=active]:font-label data-[state=active]:text-foreground data-[state=active]:after:absolute data-[state=active]:after:inset-x-1.5 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-north',
  tray: 'min-h-11 rounded-sm px-3.5 max-sm:px-2 max-sm:text-small text-sm text-muted-foreground data-[state=active]:bg-card data-[state=active]:font-label data-[state=active]:text-foreground lg:min-h-9',
};

/** The row may be wider than the screen: scrolls the open tab into view, and nothing but the row. */
function intoSight(tab: HTMLElement | null) {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const own = tab.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  row.scrollLeft += Math.min(own.left - seen.left, 0) + Math.max(own.right - seen.right, 0);
}

/** Tabs in a row that scrolls sideways where it does not fit. */
export function Tabs({ label, tabs, value, onValueChange, look = 'line', className }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <div className={cx(look === 'line' && 'border-b border-border', className)}>
        <Primitive.List
          aria-label={label}
          className={cx(
            'flex overflow-x-auto [scrollbar-width:none]',
            // The focus ring of a tab has room beside its words; these begin where the page does.
            look === 'line'
              ? '-ml-1.5 gap-4 max-sm:gap-2'
              : 'w-max max-w-full gap-1 rounded-md bg-muted p-1 max-sm:gap-0',
          )}
        >
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              ref={tab.value === value ? intoSight : null}
              className={cx(
                'inline-flex items-center whitespace-nowrap hover:text-foreground focus-visible:-outline-offset-2',
                TRIGGER[look],
              )}
            >
              {tab.label}
              {tab.isMarked && (
                <>
                  <span aria-hidden="true" className="ml-1.5 size-1.5 rounded-full bg-north" />
                  <span className="sr-only"> (não aplicado)</span>
                </>
              )}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
      </div>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          forceMount={tab.isKept || undefined}
          // The content holds controls of its own: the panel is no stop on the way to them.
          tabIndex={-1}
          className="focus-visible:outline-none data-[state=inactive]:hidden"
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
