import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ElementType, type ReactNode, useId } from 'react';
import { cx } from '@/lib/cx';

/** The attributes that tie a control to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  /** Adds "(opcional)" after the label; required fields are not marked. */
  optional?: boolean | undefined;
  /** Text after the label; replaces "(opcional)". */
  labelNote?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** The properties of a field together with those of its one control. */
export type FieldPropsOf<Control extends ElementType> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Control>, keyof FieldControl | 'className'> & { controlClassName?: string };

/** A labelled control with its hint or its error below. */
export function Field({ label, optional = false, labelNote, hint, error, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = labelNote ?? (optional ? '(opcional)' : undefined);
  return (
    <div className={cx('grid content-start gap-2', className)}>
      <label htmlFor={id} className="font-label text-sm leading-tight">
        {label}
        {note && <span className="font-normal text-muted-foreground"> {note}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

/** The line under a control: the error if any, else the hint. */
export function FieldNote({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  if (error) {
    return (
      <p id={id} role="alert" className="flex items-center gap-1.5 text-small leading-snug text-destructive">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="text-small leading-snug text-muted-foreground">
      {hint}
    </p>
  ) : null;
}
