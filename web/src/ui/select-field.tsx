import { Field, type FieldPropsOf } from './field';
import { Select } from './select';

/** A labelled list to choose from. */
export function SelectField({
  label,
  optional,
  labelNote,
  hint,
  error,
  className,
  controlClassName,
  ...rest
}: FieldPropsOf<typeof Select>) {
  return (
    <Field {...{ label, optional, labelNote, hint, error, className }}>
      {(control) => <Select {...control} {...rest} className={controlClassName} />}
    </Field>
  );
}
