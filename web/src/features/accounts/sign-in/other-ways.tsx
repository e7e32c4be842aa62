import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { paths } from '@/app/pages';
import { authSettingsQuery, offeredProviders, providerLabel } from '@/entities/auth-settings';
import { useSite } from '@/entities/site';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';
import { latePart } from '@/ui/start/late-part';
import { dismissFailures, toast } from '@/ui/toast';
import { beginFlow } from '../own-flow';
import { refusedSignIn, signInText } from './text';

export interface OtherWaysProps {
  onSignedIn?: ((halfWay: boolean) => void) | undefined;
  /** Page to which external providers return. */
  next: string | undefined;
}

const CompanyEntry = latePart(() => import('./company-entry'));

/**
 * The sign-ins without password that this installation offers. Renders nothing if it offers none or cannot be reached.
 * The page waits for the settings before it shows the form: buttons that came later would move the form under the
 * pointer.
 */
export function OtherWays({ onSignedIn, next }: OtherWaysProps) {
  const { data } = useQuery(authSettingsQuery);
  const origin = useOrigin();
  const takesPasskeys = usePasskeySupport();
  if (!data) return null;
  const providers = offeredProviders(data);
  const passkeys = data.passkeys_enabled && takesPasskeys;
  if (!providers.length && !passkeys && !data.saml_enabled) return null;
  return (
    <div className="mt-5 grid gap-3 border-t border-border pt-5">
      {providers.map((provider) => (
        <ButtonLink
          key={provider}
          variant="line"
          href={authorizePath(provider, origin + paths.accountContinue(next))}
          onClick={() => beginFlow()}
        >
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

const neverChanges = () => () => {};

/** The address this browser reached the site at; the public one on the server and until hydration. */
function useOrigin(): string {
  const site = useSite();
  return useSyncExternalStore(
    neverChanges,
    () => location.origin,
    () => site.origin,
  );
}

/** Returns `true` if this browser takes passkeys here; the server takes it to be one that does. */
function usePasskeySupport(): boolean {
  const site = useSite();
  return useSyncExternalStore(
    neverChanges,
    () => 'PublicKeyCredential' in window && isNamed(location.hostname),
    () => isNamed(new URL(site.origin).hostname),
  );
}

/** Browsers offer passkeys for host names only, not for IP addresses. */
const isNamed = (hostname: string) => !/^[\d.]+$|^\[/.test(hostname);

/** The address `signInWithOAuth` of the client library would go to. */
function authorizePath(provider: string, redirectTo: string): string {
  return `/auth/v1/authorize?${new URLSearchParams({ provider, redirect_to: redirectTo })}`;
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
