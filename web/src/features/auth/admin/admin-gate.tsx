import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rolesQuery } from '@/lib/access';
import { Head } from '@/lib/head';
import { Navigate, useLocation } from '@/lib/router';
import { useSession } from '@/lib/session';
import { useThemedDocument } from '@/lib/theme';
import { ErrorNotice } from '@/ui/error-notice';
import { Loading, Skeleton } from '@/ui/skeleton';
import { nextPath } from '../next-path';
import { SecondStepDoor } from '../second-step/second-step-door';
import { SignOutButton } from '../sign-out-button';
import { AccessDenied } from './access-denied';
import { AdminLogin } from './admin-login';
import { SessionEnded } from './session-ended';

/** Lets administrators in; asks the others to sign in, or says why not. */
export function AdminGate({ children }: { children: ReactNode }) {
  useThemedDocument();
  const { loading, user, halfWay, failed, ended, retry } = useSession();
  const next = nextPath(useLocation().search, location.origin);
  if (failed) return <Unavailable onRetry={retry} />;
  if (loading) return <Opening />;
  // Another page sent somebody here to sign in: that is where they go on, administrator or not.
  if (user && !ended && next) {
    return (
      <Navigate to={next} replace>
        <Opening />
      </Navigate>
    );
  }
  if (!user) return halfWay ? <SecondStepDoor userId={halfWay.id} /> : <AdminLogin />;
  return (
    <>
      <ForAdmin userId={user.id} email={user.email}>
        {children}
      </ForAdmin>
      <SessionEnded open={ended} />
    </>
  );
}

function ForAdmin({ userId, email, children }: { userId: string; email: string | undefined; children: ReactNode }) {
  const roles = useQuery(rolesQuery(userId));
  if (roles.data) return roles.data.includes('admin') ? children : <AccessDenied email={email} />;
  return roles.isError ? <Unavailable onRetry={roles.refetch} signedIn /> : <Opening />;
}

function Opening() {
  return (
    <main id="conteudo" tabIndex={-1} className="wrap py-6">
      <Head title="Painel Administrativo" description="Administração do site." />
      <Loading label="Abrindo a área administrativa">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-10 h-12 w-full max-w-md" />
        <Skeleton className="mt-8 h-72 w-full" />
      </Loading>
    </main>
  );
}

function Unavailable({ onRetry, signedIn = false }: { onRetry: () => unknown; signedIn?: boolean }) {
  return (
    <main id="conteudo" tabIndex={-1} className="wrap grid gap-4 py-16">
      <Head title="Painel Administrativo" description="Administração do site." />
      <h1 className="sr-only">Painel Administrativo</h1>
      <ErrorNotice
        title="Não foi possível abrir a área administrativa."
        description="A conexão falhou ou o servidor não respondeu."
        onRetry={() => void onRetry()}
      />
      {signedIn && (
        <div>
          <SignOutButton />
        </div>
      )}
    </main>
  );
}
