import type { SyntheticEvent } from 'react';
import { INCOMPLETE_TIME, instantOf, localTime } from '@/lib/local-time';
import { Field } from './field';
import { Input } from './input';

export interface LocalTimeFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  /** False where a time has to be chosen. */
  optional?: boolean;
  className?: string;
  /** An instant; empty without one; `INCOMPLETE_TIME`. */
  value: string;
  onChange: (instant: string) => void;
  onBlur: () => void;
}

/** A day and hour in São Paulo. */
export function LocalTimeField({
  label,
  hint,
  error,
  optional = true,
  className,
  value,
  onChange,
  onBlur,
}: LocalTimeFieldProps) {
  // Of a part that is typed, or a day that no month has, browsers send no change.
  const follow = ({ currentTarget: { value: local, validity } }: SyntheticEvent<HTMLInputElement>) => {
    const next = local ? instantOf(local) : validity.badInput ? INCOMPLETE_TIME : '';
    if (next !== value) onChange(next);
  };
  return (
    <Field label={label} optional={optional} hint={hint} error={error} {...(className && { className })}>
      {(props) => (
        <Input
          {...props}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={localTime(value)}
          onBlur={(event) => {
            follow(event);
            onBlur();
          }}
          onKeyUp={follow}
          onChange={follow}
        />
      )}
    </Field>
  );
}
