import { useState } from 'react';
import { paths } from '@/app/pages';
import { authProblem, authRefusal } from '@/entities/auth-refusal';
import { useLocation, useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { Button } from '@/ui/button';
import { dismissFailures, toast } from '@/ui/toast';
import { useCleanAddress } from '../clean-address';
import { presentNext } from '../destination';
import { AccountLayout } from '../layout/layout';
import { type LinkKind, type LinkState, readLink, spendLink } from './link';
import { HalfWay, SpentLink } from './link-ends';
import { SwitchAccount } from './switch-account';
import { accountToasts } from './text';

export function LinkPage() {
  useThemedDocument();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const link = readLink(search, state);

  const keep = (next: LinkState) => navigate(paths.accountLink(presentNext()), { replace: true, state: next });

  useCleanAddress(paths.accountLink, readLink);

  if ('halfWay' in link) return <HalfWay />;
  if ('other' in link) return <SwitchAccount {...link.other} />;
  if ('spent' in link) return <SpentLink kind={link.spent} />;
  return <PressLayout {...link} onEnd={keep} />;
}

interface PressLayoutProps {
  tokenHash: string;
  kind: LinkKind;
  onEnd: (state: LinkState) => void;
}

const WORDS: Record<LinkKind, { title: string; lede: string; button: string }> = {
  signup: {
    title: 'Confirme seu e-mail',
    lede: 'Falta só este passo para a sua conta. O link funciona uma vez.',
    button: 'Confirmar e-mail',
  },
  magiclink: {
    title: 'Entrar na sua conta',
    lede: 'Falta só este passo. O link funciona uma vez.',
    button: 'Entrar',
  },
  email_change: {
    title: 'Confirme a troca de e-mail',
    lede: 'A troca só acontece quando os dois endereços confirmam. O link funciona uma vez.',
    button: 'Confirmar a troca',
  },
};

function PressLayout({ tokenHash, kind, onEnd }: PressLayoutProps) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const words = WORDS[kind];

  const press = async () => {
    setBusy(true);
    try {
      const signedIn = await spendLink(tokenHash, kind);
      dismissFailures();
      if (!signedIn) return onEnd({ halfWay: true });
      if (kind === 'signup') toast(accountToasts.confirmed);
      if (kind === 'email_change') toast(accountToasts.emailChanged);
      const next = presentNext();
      // After a sign-up a password may be missing: the continue page asks for it.
      const leadsOn = kind !== 'signup' || next?.startsWith(paths.accountContinue());
      navigate(next && leadsOn ? next : paths.accountContinue(next), { replace: true });
    } catch (error) {
      setBusy(false);
      if (authProblem(error).code === 'otp_expired') return onEnd({ spent: kind });
      console.error('the link could not be used', error);
      toast({ title: 'O link não pôde ser usado', description: authRefusal(error), tone: 'destructive' });
    }
  };

  return (
    <AccountLayout title={words.title} description="Sua conta neste site." lede={words.lede}>
      <Button busy={busy} busyLabel="Um instante..." onClick={press} className="w-full">
        {words.button}
      </Button>
    </AccountLayout>
  );
}
