import { useState } from 'react';
import { paths } from '@/app/pages';
import { Navigate, useLocation, useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { dismissFailures, toast } from '@/ui/toast';
import { presentNext } from '../destination';
import { CodeForm } from '../layout/code-form';
import { AccountLayout, AccountLinks } from '../layout/layout';
import { Resend } from '../layout/resend';
import { type Purpose, RESEND_PAUSE_MS, readSentEmail, requestEmail, type SentEmail, spendCode } from './requests';
import { accountToasts, emailLabels } from './text';

export function CodePage() {
  useThemedDocument();
  const sent = readSentEmail(useLocation().state);
  if (!sent) return <Navigate to={paths.accountEnter(presentNext())} replace />;
  return <CodeLayout key={sent.email + sent.purpose} {...sent} />;
}

function CodeLayout({ email, purpose, sentAt }: SentEmail) {
  const navigate = useNavigate();
  const [from, setFrom] = useState(sentAt === undefined ? 0 : sentAt + RESEND_PAUSE_MS);
  const words = emailLabels[purpose];

  const onCode = async (code: string) => {
    const userId = await spendCode(purpose, email, code);
    dismissFailures();
    if (purpose === 'recovery') return navigate(paths.newPassword(presentNext()), { replace: true, state: { userId } });
    if (purpose === 'signup') toast(accountToasts.confirmed);
    navigate(paths.accountContinue(presentNext()), { replace: true });
  };

  const onSend = async () => {
    await requestEmail(purpose, email, presentNext());
    const now = Date.now();
    setFrom(now + RESEND_PAUSE_MS);
    // A reload keeps counting.
    navigate(paths.accountCode(presentNext()), { replace: true, state: { email, purpose, sentAt: now } });
  };

  return (
    <AccountLayout
      title={words.title}
      description="Sua conta neste site."
      lede={<Lede purpose={purpose} email={email} />}
    >
      <CodeForm
        label="Código de seis dígitos"
        hint="O link do mesmo e-mail também serve."
        button={words.button}
        onCode={onCode}
      />
      <p className="mt-8 mb-4 border-t border-border pt-6 type-ui text-foreground-2">{words.missing}</p>
      <Resend label="Reenviar e-mail" from={from} onSend={onSend} onWait={setFrom} sent={accountToasts.sentAgain} />
      <AccountLinks
        links={[
          { label: 'Usar outro e-mail', href: startOf(purpose) },
          { label: 'Entrar com senha', href: paths.membersWelcomeWith({ next: presentNext() }) },
        ]}
      />
    </AccountLayout>
  );
}

function startOf(purpose: Purpose): string {
  if (purpose === 'signup') return paths.accountCreate(presentNext());
  return (purpose === 'signin' ? paths.accountEnter : paths.accountRecover)(presentNext());
}

function Lede({ purpose, email }: { purpose: Purpose; email: string }) {
  const [before, after] = emailLabels[purpose].lede;
  return (
    <>
      {before} <strong className="font-label wrap-anywhere text-foreground">{email}</strong>
      {after}
    </>
  );
}
