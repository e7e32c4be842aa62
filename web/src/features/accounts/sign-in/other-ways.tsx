import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { authSettingsQuery, offeredProviders, providerLabel } from '@/entities/auth-settings';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';
import { dismissFailures, toast } from '@/ui/toast';
import { continueUrl, presentNext } from '../destination';
import { refusedSignIn, signInText } from './text';

export interface OtherWaysProps {
  onSignedIn?: ((halfWay: boolean) => void) | undefined;
  /** Where other services lead back to, if not where the address says. */
  next?: string;
}

const CompanyEntry = lazy(() => import('./company-entry'));

/** Signing in without a password, as far as this installation offers it: nothing where it offers nothing, or cannot be asked. */
export function OtherWays({ onSignedIn, next }: OtherWaysProps) {
  const { data } = useQuery(authSettingsQuery);
  if (!data) return null;
  const providers = offeredProviders(data);
  const passkeys = data.passkeys_enabled && takesPasskeys();
  if (!providers.length && !passkeys && !data.saml_enabled) return null;
  return (
    <div className="mt-5 grid gap-3 border-t border-border pt-5">
      {providers.map((provider) => (
        <ButtonLink key={provider} variant="line" href={authorizePath(provider, next)}>
          Entrar com {providerLabel(provider, data)}
        </ButtonLink>
      ))}
      {passkeys && <PasskeyButton onSignedIn={onSignedIn} />}
      {data.saml_enabled && <CompanyButton next={next} />}
    </div>
  );
}

function CompanyButton({ next }: { next: string | undefined }) {
  const [asked, setAsked] = useState(false);
  if (asked) {
    return (
      <Suspense fallback={<Spinner label="Abrindo" className="size-6" />}>
        <CompanyEntry next={next} />
      </Suspense>
    );
  }
  return (
    <Button variant="line" onClick={() => setAsked(true)}>
      Entrar com a empresa
    </Button>
  );
}

/** Browsers give passkeys to names only, never to an address in figures. */
function takesPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** The address `signInWithOAuth` of the client library would go to. */
function authorizePath(provider: string, next = presentNext()): string {
  return `/auth/v1/authorize?${new URLSearchParams({ provider, redirect_to: continueUrl(next) })}`;
}

function PasskeyButton({ onSignedIn }: Pick<OtherWaysProps, 'onSignedIn'>) {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    try {
      const { signInWithPasskey } = await import('./queries');
      const outcome = await signInWithPasskey();
      if (outcome?.step === 'refused') return toast(refusedSignIn(outcome.reason));
      if (!outcome) return;
      dismissFailures();
      onSignedIn?.(outcome.step === 'half-way');
    } catch (reason) {
      console.error('sign-in by passkey failed', reason);
      toast(signInText.unexpected);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="line" busy={busy} busyLabel="Aguardando a chave..." onClick={enter}>
      Entrar com passkey
    </Button>
  );
}
