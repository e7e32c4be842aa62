import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';

/** The styles of all text controls. */
export const controlClass = cx(
  'w-full min-h-12 rounded-md border border-input bg-card px-3.5 py-2.5 text-base leading-snug text-foreground',
  'transition-[border-color,box-shadow] duration-(--dur-1) hover:border-foreground-2 focus:border-foreground',
  'focus-visible:outline-offset-1 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground',
  'aria-invalid:border-destructive aria-invalid:inset-ring aria-invalid:inset-ring-destructive',
);

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(controlClass, className)} {...rest} />;
}
