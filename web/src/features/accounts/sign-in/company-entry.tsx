import { type FormEvent, useId, useRef, useState } from 'react';
import { authRefusal } from '@/entities/auth-refusal';
import { callAuth } from '@/lib/backend';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { continueUrl } from '../destination';
import { beginFlow } from '../own-flow';

export interface CompanyEntryProps {
  /** Page to which the company's sign-in returns. */
  next: string | undefined;
}

export default function CompanyEntry({ next }: CompanyEntryProps) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const heading = useId();

  const complain = (text: string) => {
    setProblem(text);
    setBusy(false);
    input.current?.focus();
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!address) return complain('Informe seu e-mail da empresa.');
    if (!isEmail(address)) return complain(EMAIL_ADVICE);
    setProblem(undefined);
    setBusy(true);
    try {
      const page = await companySignInUrl(address, continueUrl(next));
      beginFlow();
      location.assign(page);
    } catch (error) {
      complain(authRefusal(error));
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} aria-labelledby={heading} className="grid gap-4">
      <h3 id={heading} className="font-label text-base">
        Entrar com a empresa
      </h3>
      <InputField
        label="E-mail da empresa"
        error={problem}
        autoFocus
        ref={input}
        type="email"
        name="company-email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="line" busy={busy} busyLabel="Abrindo a empresa..." className="w-full">
        Continuar
      </Button>
    </form>
  );
}

/** The sign-in page of the company with this e-mail domain; `redirectTo` is where it returns to. */
export async function companySignInUrl(email: string, redirectTo: string): Promise<string> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const options = { redirectTo, skipBrowserRedirect: true };
  return (await callAuth((auth) => auth.signInWithSSO({ domain, options }))).url;
}
