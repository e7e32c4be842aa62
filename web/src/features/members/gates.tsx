import { type ReactNode, useEffect } from 'react';
import { paths } from '@/app/pages';
import { type Access, useAccess } from '@/entities/access';
import { Head } from '@/entities/head';
import { INVITE_KEY } from '@/entities/invite-key';
import { useSession } from '@/entities/session';
import type { User } from '@/lib/backend';
import { Navigate, useLocation } from '@/lib/router';
import { useShown } from '@/lib/shown';
import { readText } from '@/lib/start/kept-text';
import { useThemedDocument } from '@/lib/theme';
import { LoadFailed } from '@/ui/loaded';
import { Spinner } from '@/ui/spinner';

export type MemberAccess = Access & { user: User };

export interface GateProps {
  title: string;
  admits: (access: Access) => boolean;
  /** Address to which all other visitors are sent. `wanted` is the requested address. */
  elsewhere: (access: Access, wanted: string) => string;
  children: (access: MemberAccess) => ReactNode;
}

/** Guards a page of the members' area. Waits until session and access are known. */
export function Gate({ title, admits, elsewhere, children }: GateProps) {
  useThemedDocument();
  const access = useAccess();
  const { halfWay } = useSession();
  const { pathname, search, hash } = useLocation();
  const { user } = access;
  const wanted = pathname + search + hash;
  const known = !access.loading && !access.checking;
  const userId = user?.id;
  useShown(access.failed);
  useEffect(() => {
    if (!userId || !readText(INVITE_KEY)) return;
    import('@/entities/invite')
      .then(({ acceptInvite }) => acceptInvite())
      .catch((reason: unknown) => console.warn('the invitation could not be noted', reason));
  }, [userId]);
  if (!halfWay && !access.loading && user && admits(access)) return children({ ...access, user });
  return (
    <main id="conteudo" tabIndex={-1} className="wrap grid min-h-dvh content-center justify-items-center">
      <Head title={title} description="Área de membros." />
      <h1 className="sr-only">{title}</h1>
      {access.failed && known && !halfWay ? (
        <LoadFailed title="Não foi possível abrir a área de membros." query={{ refetch: access.retry }} />
      ) : (
        <Spinner label="Abrindo a área de membros" className="size-6" />
      )}
      {halfWay && <Navigate to={paths.accountContinue(wanted)} replace />}
      {!halfWay && known && !access.failed && <Navigate to={elsewhere(access, wanted)} replace />}
    </main>
  );
}

/** The login there returns to the page; the page tells people who are signed in why it stays closed. */
const presentation: GateProps['elsewhere'] = ({ user }, wanted) =>
  user || wanted === paths.members ? paths.membersWelcome : paths.membersWelcomeWith({ next: wanted });

type Behind = Pick<GateProps, 'title' | 'children'>;

/**
 * Admits subscribers and administrators. Asks for a missing second factor; sends everybody else to the presentation of the
 * community.
 */
export function MembersGate(behind: Behind) {
  return <Gate {...behind} admits={({ hasAccess }) => hasAccess} elsewhere={presentation} />;
}

/** Admits subscribers and staff; everybody else as `MembersGate`. */
export function CommunityGate(behind: Behind) {
  return <Gate {...behind} admits={({ hasAccess, isStaff }) => hasAccess || isStaff} elsewhere={presentation} />;
}

/** Admits moderators and administrators; members are sent to the community, everybody else as `MembersGate`. */
export function StaffGate(behind: Behind) {
  return (
    <Gate
      {...behind}
      admits={({ isStaff }) => isStaff}
      elsewhere={(access, wanted) => (access.hasAccess ? paths.membersCommunity : presentation(access, wanted))}
    />
  );
}

/**
 * Admits subscribers, administrators not by their role alone. Visitors sign in at /admin and return; people without a
 * subscription are sent to /conteudos.
 */
export function SubscribersGate(behind: Behind) {
  return (
    <Gate
      {...behind}
      admits={({ subscribed }) => subscribed}
      elsewhere={({ user }, wanted) => (user ? paths.contentsForMembers : paths.adminThen(wanted))}
    />
  );
}

/** Admits everybody who is signed in; visitors go to the login and return. */
export function SignedInGate(behind: Behind) {
  return <Gate {...behind} admits={() => true} elsewhere={(_, next) => paths.membersWelcomeWith({ next })} />;
}
