import { type FormEvent, useEffect, useRef, useState } from 'react';
import { authRefusal } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { CodeInput, isWholeCode } from '@/ui/code-input';
import { Field } from '@/ui/field';

export interface CodeEntryProps {
  label: string;
  hint?: string;
  button: string;
  missing: string;
  /** The sentence for a refusal, where it is not the usual one. */
  refusal?: (error: unknown) => string;
  /** Throws the refusal. */
  onCode: (code: string) => Promise<void>;
}

export function CodeEntry({ label, hint, button, missing, refusal = authRefusal, onCode }: CodeEntryProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The form appears as the next step, so it takes the focus.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (problem && !busy) input.current?.focus();
  }, [problem, busy]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWholeCode(code)) return setProblem(missing);
    setProblem(undefined);
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      setProblem(refusal(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <CodeInput {...control} ref={input} name="code" value={code} disabled={busy} onValueChange={setCode} />
        )}
      </Field>
      <div className="flex max-sm:*:w-full">
        <Button type="submit" size="small" busy={busy} busyLabel="Conferindo...">
          {button}
        </Button>
      </div>
    </form>
  );
}
