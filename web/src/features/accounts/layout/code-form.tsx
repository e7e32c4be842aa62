import { type FormEvent, useEffect, useRef, useState } from 'react';
import { authProblem, authRefusal } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { CodeInput, isWholeCode } from '@/ui/code-input';
import { Field } from '@/ui/field';

export interface CodeFormProps {
  label: string;
  hint?: string;
  button: string;
  /** The sentence for a refusal, where it is not the usual one. */
  refusal?: (error: unknown) => string;
  /** Throws what was refused; having worked, it leads on, and the form stays busy until then. */
  onCode: (code: string) => Promise<void>;
}

const WRONG = 'O código não confere ou passou do prazo. Confira os dígitos ou peça outro.';

/** Of a mailed code the service does not tell a wrong one from an old one. */
const mailedRefusal = (error: unknown) => (authProblem(error).code === 'otp_expired' ? WRONG : authRefusal(error));

/** One code of six digits. What was typed stays after a refusal, with the reason under it. */
export function CodeForm({ label, hint, button, refusal = mailedRefusal, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The form comes when it is its turn: the next thing to do is to type here.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const refused = useRef(false);
  useEffect(() => {
    // The field could not take the focus while it was off.
    if (!busy && refused.current) input.current?.focus();
    refused.current = false;
  }, [busy]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWholeCode(code)) {
      setProblem('Digite os seis dígitos do código.');
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      refused.current = true;
      setProblem(refusal(error));
      setBusy(false);
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <CodeInput {...control} ref={input} name="code" value={code} disabled={busy} onValueChange={setCode} />
        )}
      </Field>
      <Button type="submit" busy={busy} busyLabel="Conferindo..." className="w-full">
        {button}
      </Button>
    </form>
  );
}
