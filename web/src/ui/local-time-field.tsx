import { instantOf, localTime } from '@/lib/local-time';
import { Field } from './field';
import { Input } from './input';

export interface LocalTimeFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  className?: string;
  /** An instant; empty without one. */
  value: string;
  onChange: (instant: string) => void;
  onBlur: () => void;
}

/** An optional day and hour in São Paulo. */
export function LocalTimeField({ label, hint, error, className, value, onChange, onBlur }: LocalTimeFieldProps) {
  return (
    <Field label={label} optional hint={hint} error={error} {...(className && { className })}>
      {(props) => (
        <Input
          {...props}
          type="datetime-local"
          value={localTime(value)}
          onBlur={onBlur}
          onChange={(event) => onChange(instantOf(event.target.value))}
        />
      )}
    </Field>
  );
}
