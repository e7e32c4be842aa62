import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSession } from '@/entities/session';
import { Navigate, useLateNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { LoadFailed } from '@/ui/loaded';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast';
import { afterSignIn, presentNext } from '../destination';
import { MfaPage } from '../mfa/mfa-page';
import type { Permit } from '../new-password/new-password-permit';
import { signInText } from '../sign-in/text';

/** Time for which the success is shown before the next page. */
const REDIRECT_MS = 1000;

/** Every sign-in continues here: the second factor where the account has one, then the wanted page. */
export function ContinuePage() {
  useThemedDocument();
  const { loading, user, halfWay, ended, failed, retry } = useSession();
  if (halfWay) return <MfaPage userId={halfWay.id} />;
  if (user && !ended && user.app_metadata.password_required) {
    const permit: Permit = { userId: user.id, why: 'signup' };
    return <Navigate to={paths.newPassword(presentNext())} replace state={permit} />;
  }
  if (user && !ended) return <SignedIn />;
  return (
    <Waiting>
      {failed ? (
        <LoadFailed title="Não foi possível continuar." query={{ refetch: retry }} />
      ) : (
        <Spinner label="Abrindo a sua conta" className="size-6" />
      )}
      {!loading && !failed && <Navigate to={paths.membersWelcomeWith({ next: presentNext() })} replace />}
    </Waiting>
  );
}

function SignedIn() {
  const navigate = useLateNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    toast(signInText.success);
    const destination = afterSignIn(queries);
    const leave = () => void destination.then((to) => navigate(to, { replace: true }));
    const timer = setTimeout(leave, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate, queries]);
  return (
    <Waiting>
      <Spinner label="Redirecionando" className="size-6" />
    </Waiting>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <main id="conteudo" tabIndex={-1} className="wrap grid min-h-dvh content-center justify-items-center">
      <Head title="Entrando" description="Sua conta neste site." />
      <h1 className="sr-only">Entrando</h1>
      {children}
    </main>
  );
}
