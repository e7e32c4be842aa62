import { Field, type FieldPropsOf } from './field';
import { Textarea } from './textarea';

/** A labelled text of several lines. */
export function TextareaField({
  label,
  optional,
  labelNote,
  hint,
  error,
  className,
  controlClassName,
  ...rest
}: FieldPropsOf<typeof Textarea>) {
  return (
    <Field {...{ label, optional, labelNote, hint, error, className }}>
      {(control) => <Textarea {...control} {...rest} className={controlClassName} />}
    </Field>
  );
}
