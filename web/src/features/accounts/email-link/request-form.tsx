/** The two screens that begin with an e-mail: signing in without a password, and setting a new one. */

import { type FormEvent, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { authRefusal, secondsToWait } from '@/entities/auth-refusal';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { dismissFailures, toast } from '@/ui/toast';
import { presentNext } from '../destination';
import { AccountLayout, AccountLinks } from '../layout/layout';
import { type Purpose, RESEND_PAUSE_MS, requestEmail, type SentEmail } from './requests';

export function SignInByEmail() {
  useThemedDocument();
  return (
    <AccountLayout
      title="Entrar com link ou código"
      description="Sua conta neste site."
      lede="Envio um e-mail com um link e um código de seis dígitos. Use um dos dois para entrar, sem senha."
    >
      <RequestForm purpose="signin" label="Enviar link e código" />
      <AccountLinks
        links={[
          { label: 'Entrar com senha', href: paths.membersWelcomeWith({ next: presentNext() }) },
          { label: 'Criar conta', href: paths.accountCreate(presentNext()) },
        ]}
      />
    </AccountLayout>
  );
}

export function RecoverByEmail() {
  useThemedDocument();
  return (
    <AccountLayout
      title="Esqueci minha senha"
      description="Sua conta neste site."
      lede="Envio um e-mail com um link e um código de seis dígitos para você escolher uma nova senha."
    >
      <RequestForm purpose="recovery" label="Enviar e-mail" />
      <AccountLinks
        links={[
          { label: 'Voltar para o login', href: paths.membersWelcomeWith({ next: presentNext() }) },
          { label: 'Entrar com link ou código', href: paths.accountEnter(presentNext()) },
        ]}
      />
    </AccountLayout>
  );
}

/** Requests an e-mail to an address and leads to the screen that takes its code. */
export function RequestForm({ purpose, label }: { purpose: Purpose; label: string }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  const complain = (text: string) => {
    setProblem(text);
    input.current?.focus();
  };

  const leadOn = (sent: SentEmail) => {
    dismissFailures();
    navigate(paths.accountCode(presentNext()), { state: sent });
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!address) return complain('Informe seu e-mail.');
    if (!isEmail(address)) return complain(EMAIL_ADVICE);
    setProblem(undefined);
    setBusy(true);
    try {
      await requestEmail(purpose, address, presentNext());
      leadOn({ email: address, purpose, sentAt: Date.now() });
    } catch (error) {
      setBusy(false);
      const wait = secondsToWait(error);
      // One was sent a moment ago: its code can be typed, and the countdown continues from there.
      if (wait !== undefined) {
        return leadOn({ email: address, purpose, sentAt: Date.now() - RESEND_PAUSE_MS + wait * 1000 });
      }
      console.error('the e-mail could not be requested', error);
      toast({ title: 'O e-mail não foi enviado', description: authRefusal(error), tone: 'destructive' });
      input.current?.focus();
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <InputField
        label="E-mail"
        error={problem}
        ref={input}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} busyLabel="Enviando..." className="w-full">
        {label}
      </Button>
    </form>
  );
}
