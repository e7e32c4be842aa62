import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';

/** Digits of a code. */
export const CODE_LENGTH = 6;

export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH;
}

export interface CodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  value: string;
  /** Called with digits only, however they were typed or pasted. */
  onValueChange: (code: string) => void;
}

const POSITIONS = Array.from({ length: CODE_LENGTH }, (_, index) => index);

/**
 * A six-digit code in six boxes. The boxes are decoration over one plain input, so that pasting, autofill and screen
 * readers work.
 */
export function CodeInput({ value, onValueChange, ...rest }: CodeInputProps) {
  const current = Math.min(value.length, CODE_LENGTH - 1);
  return (
    <div className="group relative grid max-w-84 grid-cols-6 gap-2">
      {POSITIONS.map((position) => (
        <span
          key={position}
          aria-hidden="true"
          className={cx(
            'grid h-14 place-items-center rounded-md border border-input bg-card type-title-2 leading-none tabular-nums',
            'group-hover:border-foreground-2 group-has-aria-invalid:border-destructive group-has-disabled:bg-muted',
            position === current &&
              'group-focus-within:border-foreground group-focus-within:outline-2 group-focus-within:outline-ring',
          )}
        >
          {value[position]}
        </span>
      ))}
      <input
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        // No length limit here: a pasted '123 456' must arrive whole.
        onChange={(event) => onValueChange(event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
        className="absolute inset-0 w-full rounded-md bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
      />
    </div>
  );
}
