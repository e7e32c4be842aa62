import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { dismissFailures, toast } from '@/ui/toast';
import { refusedSignIn, signInText, unreachableSignIn } from './text';

export interface LoginFormProps {
  /** Leads on from here: until then the form stays busy. Without it the session's listeners take over. */
  onSignedIn?: () => void;
}

/** E-mail and password. What is typed stays after a refusal. The client library comes with the first try. */
export function LoginForm({ onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const incomplete = !address || !password;
    setMissing(incomplete);
    if (incomplete) {
      (address ? passwordRef : emailRef).current?.focus();
      toast(signInText.empty);
      return;
    }
    setBusy(true);
    try {
      const { signIn } = await import('./queries');
      const error = await signIn(address, password);
      if (!error) {
        dismissFailures();
        if (onSignedIn) onSignedIn();
        else setBusy(false);
        return;
      }
      setBusy(false);
      const unreachable = error.name === 'AuthRetryableFetchError';
      toast(unreachable ? unreachableSignIn : refusedSignIn(error.code, error.status));
      if (!unreachable) passwordRef.current?.select();
    } catch (reason) {
      console.error('sign-in failed', reason);
      setBusy(false);
      toast(signInText.unexpected);
    }
  };

  return (
    // Before the script has come, a submitted form must not write the password into the address.
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label="Email" error={missing && !email.trim() ? 'Informe seu email.' : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={emailRef}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Senha" error={missing && !password ? 'Informe sua senha.' : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={passwordRef}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} busyLabel="Entrando..." className="w-full">
        Entrar
      </Button>
    </form>
  );
}
