import { type ReactNode, useRef, useState } from 'react';
import { FormDialog, type FormDialogProps } from './form-dialog';
import { InputField } from './input-field';
import { TextareaField } from './textarea-field';

export interface TextDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  label: string;
  hint?: string;
  /** First text of the field. */
  text?: string;
  maxLength: number;
  /** Fewest letters; one without. */
  minLength?: number;
  /** Shown at the field where fewer were written. */
  missing: string;
  multiline?: boolean;
  autoComplete?: string;
  /** Called with the trimmed text. */
  onSubmit: (text: string) => void;
  /** Elements below the field. */
  children?: ReactNode;
}

/** A dialog that asks for one text. */
export function TextDialog({
  label,
  hint,
  text: first = '',
  maxLength,
  minLength = 1,
  missing,
  multiline = false,
  autoComplete,
  onSubmit,
  children,
  ...dialog
}: TextDialogProps) {
  const [text, setText] = useState(first);
  const [isSent, setSent] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const isMissing = text.trim().length < minLength;
  const field = {
    label,
    hint,
    error: isSent && isMissing ? missing : undefined,
    value: text,
    required: true,
    maxLength,
    autoComplete,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
  };
  const submit = () => {
    setSent(true);
    if (isMissing) row.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    else onSubmit(text.trim());
  };
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <div ref={row}>{multiline ? <TextareaField {...field} /> : <InputField {...field} />}</div>
      {children}
    </FormDialog>
  );
}
