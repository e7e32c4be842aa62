import { type ComponentProps, useId } from 'react';
import { FieldNote } from '@/ui/field';
import { Input } from '@/ui/input';

/** The class of a line of fields under the tools, as low as the tools themselves. */
export const ROW_CLASS = 'flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border p-2';

/** Classes of a line that appears by itself: one row on a phone, as the tools. */
export const ONE_ROW_CLASS =
  'max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[contain:inline-size] max-sm:[scrollbar-width:none]';

/** The height of a control in such a line. */
export const ROW_CONTROL_CLASS = 'min-h-11! py-1.5! lg:min-h-9!';

interface RowFieldProps extends ComponentProps<typeof Input> {
  /** Label before the field. */
  label: string;
  /** The accessible name, which contains the label. */
  name: string;
  error?: string | undefined;
}

/** A line of text with its label before it. */
export function RowField({ label, name, error, ...rest }: RowFieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="grid min-w-60 flex-[1_1_15rem] gap-1">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="shrink-0 type-meta">
          {label}
        </label>
        <Input
          id={id}
          aria-label={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? note : undefined}
          autoComplete="off"
          // Where the line is short, the words in the empty field are cut.
          title={rest.placeholder}
          className={ROW_CONTROL_CLASS}
          {...rest}
        />
      </div>
      <FieldNote id={note} hint={undefined} error={error} />
    </div>
  );
}
