import { type FormEvent, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { InputField } from '@/ui/input-field';
import { PasswordInput } from '@/ui/password-input';
import { dismissFailures, toast } from '@/ui/toast';
import { FORM_FIELD } from '@/widgets/public-form/definition';
import { FormNotice } from '@/widgets/public-form/public-form';
import { usePosted } from '@/widgets/public-form/use-public-form';
import { presentNext } from '../destination';
import { LOGIN_FORM } from './posted-login';
import type { SignInOutcome } from './queries';
import { refusedSignIn, signInText } from './text';

export interface LoginFormProps {
  /**
   * Called after success; the form stays busy from then on. `halfWay`: the second factor is missing. Without it the
   * session's listeners take over.
   */
  onSignedIn?: ((halfWay: boolean) => void) | undefined;
}

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const posted = usePosted(LOGIN_FORM);
  const [email, setEmail] = useState(posted?.values.email ?? '');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const emailRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);

  const refuse = (address: string, { code, reason, unreachable }: SignInOutcome & { step: 'refused' }) => {
    setBusy(false);
    toast(refusedSignIn(reason));
    if (code === 'email_not_confirmed') {
      navigate(paths.accountCode(presentNext()), { state: { email: address, purpose: 'signup' } });
    } else if (!unreachable) {
      passwordRef.current?.select();
    }
  };

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
      const outcome = await signIn(address, password);
      if (outcome.step === 'refused') return refuse(address, outcome);
      dismissFailures();
      if (onSignedIn) onSignedIn(outcome.step === 'half-way');
      else setBusy(false);
    } catch (reason) {
      console.error('sign-in failed', reason);
      setBusy(false);
      toast(signInText.unexpected);
    }
  };

  return (
    // Sent before hydration, the form waits for it (early-interactions.ts); where the script never loads, the page answers
    // the post, which keeps the password out of the address.
    <form
      method="post"
      action={`#${LOGIN_FORM}`}
      noValidate
      data-needs-application
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      <input type="hidden" name={FORM_FIELD} value={LOGIN_FORM} />
      {posted?.notice && <FormNotice {...posted.notice} />}
      <InputField
        label="Email"
        error={missing && !email.trim() ? 'Informe seu email.' : undefined}
        ref={emailRef}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field label="Senha" error={missing && !password ? 'Informe sua senha.' : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordRef}
            shown={shown}
            onToggle={() => setShown(!shown)}
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
