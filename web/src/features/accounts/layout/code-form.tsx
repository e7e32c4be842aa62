import { type FormEvent, useEffect, useRef, useState } from 'react';
import { authProblem, authRefusal } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { CodeInput, isWholeCode } from '@/ui/code-input';
import { Field } from '@/ui/field';

export interface CodeFormProps {
  label: string;
  hint?: string;
  button: string;
  /** Shown where digits are missing. */
  missing?: string;
  /** The sentence for a refusal, where it is not the usual one. */
  refusal?: (error: unknown) => string;
  /** Throws the refusal. After a success the form stays busy until the next page, unless it is `compact`. */
  onCode: (code: string) => Promise<void>;
  /** True for a settings form: a small button, usable again after a success. */
  compact?: boolean;
}

const WRONG = 'O código não confere ou passou do prazo. Confira os dígitos ou peça outro.';

/** Text for the refusal of a mailed code. The service does not distinguish a wrong code from an expired one. */
const mailedRefusal = (error: unknown) => (authProblem(error).code === 'otp_expired' ? WRONG : authRefusal(error));

export function CodeForm({
  label,
  hint,
  button,
  missing = 'Digite os seis dígitos do código.',
  refusal = mailedRefusal,
  onCode,
  compact = false,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The form appears as the next step, so it takes the focus.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const refused = useRef(false);
  useEffect(() => {
    // A disabled field cannot take the focus. The next digit begins another code.
    if (!busy && refused.current) {
      input.current?.focus();
      input.current?.select();
    }
    refused.current = false;
  }, [busy]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWholeCode(code)) {
      setProblem(missing);
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    setBusy(true);
    try {
      await onCode(code);
      if (compact) setBusy(false);
    } catch (error) {
      refused.current = true;
      setProblem(refusal(error));
      setBusy(false);
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className={compact ? 'grid gap-4' : 'grid gap-5'}>
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <CodeInput {...control} ref={input} name="code" value={code} disabled={busy} onValueChange={setCode} />
        )}
      </Field>
      <Button
        type="submit"
        size={compact ? 'small' : 'large'}
        busy={busy}
        busyLabel="Conferindo..."
        className={compact ? 'max-sm:w-full sm:justify-self-start' : 'w-full'}
      >
        {button}
      </Button>
    </form>
  );
}
