import { useState } from 'react';
import { paths } from '@/app/pages';
import { Navigate, useLocation, useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { dismissFailures, toast } from '@/ui/toast';
import { presentNext } from '../destination';
import { CodeForm } from '../layout/code-form';
import { Door, DoorLinks } from '../layout/layout';
import { Resend } from '../layout/resend';
import { LETTER_PAUSE_MS, type Purpose, readSentLetter, requestLetter, type SentLetter, spendCode } from './requests';
import { accountToasts, letterWords } from './text';

/** Waits for the code of a letter. Without knowing which letter, it leads to where one is asked for. */
export function CodePage() {
  useThemedDocument();
  const letter = readSentLetter(useLocation().state);
  if (!letter) return <Navigate to={paths.accountEnter(presentNext())} replace />;
  return <CodeDoor key={letter.email + letter.purpose} {...letter} />;
}

function CodeDoor({ email, purpose, sentAt }: SentLetter) {
  const navigate = useNavigate();
  const [from, setFrom] = useState(sentAt === undefined ? 0 : sentAt + LETTER_PAUSE_MS);
  const words = letterWords[purpose];

  const onCode = async (code: string) => {
    const userId = await spendCode(purpose, email, code);
    dismissFailures();
    if (purpose === 'recovery') return navigate(paths.newPassword(presentNext()), { replace: true, state: { userId } });
    if (purpose === 'signup') toast(accountToasts.confirmed);
    navigate(paths.accountContinue(presentNext()), { replace: true });
  };

  const onSend = async () => {
    await requestLetter(purpose, email, presentNext());
    const now = Date.now();
    setFrom(now + LETTER_PAUSE_MS);
    // A reload goes on counting.
    navigate(paths.accountCode(presentNext()), { replace: true, state: { email, purpose, sentAt: now } });
  };

  return (
    <Door title={words.title} description="Sua conta neste site." lede={<Lede purpose={purpose} email={email} />}>
      <CodeForm
        label="Código de seis dígitos"
        hint="O link do mesmo e-mail também serve."
        button={words.button}
        onCode={onCode}
      />
      <p className="mt-8 mb-4 border-t border-border pt-6 type-ui text-foreground-2">{words.missing}</p>
      <Resend label="Reenviar e-mail" from={from} onSend={onSend} onWait={setFrom} sent={accountToasts.sentAgain} />
      <DoorLinks
        links={[
          { label: 'Usar outro e-mail', href: startOf(purpose) },
          { label: 'Entrar com senha', href: paths.membersWelcomeWith({ next: presentNext() }) },
        ]}
      />
    </Door>
  );
}

function startOf(purpose: Purpose): string {
  if (purpose === 'signup') return paths.accountCreate(presentNext());
  return (purpose === 'signin' ? paths.accountEnter : paths.accountRecover)(presentNext());
}

function Lede({ purpose, email }: { purpose: Purpose; email: string }) {
  const [before, after] = letterWords[purpose].lede;
  return (
    <>
      {before} <strong className="font-label wrap-anywhere text-foreground">{email}</strong>
      {after}
    </>
  );
}
