import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '@/lib/cx';
import { FieldNote } from './field';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  children: ReactNode;
  error?: string | undefined;
}

/** A checkbox whose sentence is its label. */
export function Checkbox({ children, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={cx('grid gap-2', className)}>
      <label htmlFor={id} className="grid min-h-11 grid-cols-[auto_1fr] items-start gap-x-3 py-2 type-ui">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          className="mt-px size-5 accent-foreground"
        />
        <span>{children}</span>
      </label>
      <FieldNote id={noteId} error={error} />
    </div>
  );
}
