import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSession } from '@/entities/session';
import type { User } from '@/lib/backend';
import { Navigate, useLocation } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { LoadFailed } from '@/ui/loaded';
import { Spinner } from '@/ui/spinner';
import { PersonContext } from './account';

/** Admits everybody who is signed in, with the second factor where the account has one. */
export function SettingsGate({ title, children }: { title: string; children: ReactNode }) {
  useThemedDocument();
  const { loading, user, halfWay, failed, ended, retry } = useSession();
  const { pathname, search, hash } = useLocation();
  if (user && !ended && !halfWay) return <Inside user={user}>{children}</Inside>;
  const wanted = pathname + search + hash;
  const elsewhere = halfWay ? paths.accountContinue(wanted) : paths.membersWelcomeWith({ next: wanted });
  return (
    <main id="conteudo" tabIndex={-1} className="wrap grid min-h-dvh content-center justify-items-center">
      <Head title={title} description="Configurações da conta." />
      <h1 className="sr-only">{title}</h1>
      {failed ? (
        <LoadFailed title="Não foi possível abrir as configurações." query={{ refetch: retry }} />
      ) : (
        <Spinner label="Abrindo as configurações" className="size-6" />
      )}
      {(halfWay || (!loading && !failed)) && <Navigate to={elsewhere} replace />}
    </main>
  );
}

function Inside({ user, children }: { user: User; children: ReactNode }) {
  return <PersonContext value={user}>{children}</PersonContext>;
}
