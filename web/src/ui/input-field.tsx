import { Field, type FieldPropsOf } from './field';
import { Input } from './input';

/** A labelled line of text. */
export function InputField({
  label,
  optional,
  labelNote,
  hint,
  error,
  className,
  controlClassName,
  ...rest
}: FieldPropsOf<typeof Input>) {
  return (
    <Field {...{ label, optional, labelNote, hint, error, className }}>
      {(control) => <Input {...control} {...rest} className={controlClassName} />}
    </Field>
  );
}
