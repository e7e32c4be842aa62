import type { ReactNode } from 'react';
import { paths } from '@/app/paths';
import { type Access, useAccess } from '@/lib/access';
import type { User } from '@/lib/backend';
import { Head } from '@/lib/head';
import { Navigate, useLocation } from '@/lib/router';
import { useSession } from '@/lib/session';
import { useThemedDocument } from '@/lib/theme';
import { ErrorNotice } from '@/ui/error-notice';
import { Spinner } from '@/ui/spinner';

/** The access of somebody who has it. */
export type MemberAccess = Access & { user: User };

export interface MembersGateProps {
  /** Of the page behind it, for the head while nobody knows yet. */
  title: string;
  children: (access: MemberAccess) => ReactNode;
}

/**
 * Lets subscribers and administrators in. Who owes the second factor is asked for it; everybody else goes to the page that
 * presents the community.
 */
export function MembersGate({ title, children }: MembersGateProps) {
  useThemedDocument();
  const access = useAccess();
  const { halfWay } = useSession();
  const { pathname, search } = useLocation();
  const { user } = access;
  if (halfWay) return <Navigate to={paths.accountGoOn(pathname + search)} replace />;
  if (!access.loading && user && access.hasAccess) return children({ ...access, user });
  if (!access.loading && !access.failed) return <Navigate to={paths.membersWelcome} replace />;
  return (
    <main id="conteudo" tabIndex={-1} className="wrap grid min-h-dvh content-center justify-items-center">
      <Head title={title} description="Área de membros." />
      <h1 className="sr-only">{title}</h1>
      {access.loading ? (
        <Spinner label="Abrindo a área de membros" className="size-6" />
      ) : (
        <ErrorNotice
          title="Não foi possível abrir a área de membros."
          description="A conexão falhou ou o servidor não respondeu."
          onRetry={access.retry}
        />
      )}
    </main>
  );
}
