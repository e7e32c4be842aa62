import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';

const LOOK = 'inline-flex min-h-11 items-center gap-2 rounded-full px-3.5 py-1 text-sm whitespace-nowrap lg:min-h-9';
const IDLE = 'text-foreground-2 inset-ring inset-ring-border';

export function StaticChip({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={cx(LOOK, IDLE, className)} {...rest} />;
}

export function ChipLink({ current, className, ...rest }: ComponentProps<'a'> & { current: boolean }) {
  return (
    <a
      aria-current={current ? 'true' : undefined}
      className={cx(
        LOOK,
        'shrink-0 transition-[background-color,box-shadow] duration-(--dur-1)',
        current ? 'bg-primary text-primary-foreground' : cx(IDLE, 'hover:inset-ring-foreground-2'),
        className,
      )}
      {...rest}
    />
  );
}

/** One of several, of which one is chosen. */
export function ChipRadio({ checked, children, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label
      className={cx(
        LOOK,
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ring',
        checked ? 'bg-primary text-primary-foreground' : cx(IDLE, 'hover:inset-ring-foreground-2'),
      )}
    >
      <input type="radio" checked={checked} className="sr-only" {...rest} />
      {children}
    </label>
  );
}
