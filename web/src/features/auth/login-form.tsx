import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { dismissFailures, toast } from '@/ui/toast';
import { signIn } from './queries';
import { refusedSignIn, signInText, unreachableSignIn } from './text';

/** E-mail and password. What is typed stays after a refusal; on success the session provider takes over. */
export function LoginForm() {
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
      const error = await signIn(address, password);
      if (!error) return dismissFailures();
      const unreachable = error.name === 'AuthRetryableFetchError';
      toast(unreachable ? unreachableSignIn : refusedSignIn(error.code, error.status));
      if (!unreachable) passwordRef.current?.select();
    } catch (reason) {
      console.error('sign-in failed', reason);
      toast(signInText.unexpected);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
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
