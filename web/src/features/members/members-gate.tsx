import { paths } from '@/app/pages';
import { Gate, type GateProps } from './gate';

type Behind = Pick<GateProps, 'title' | 'children'>;

/**
 * Lets subscribers and administrators in. Who owes the second factor is asked for it; everybody else goes to the page that
 * presents the community.
 */
export function MembersGate(behind: Behind) {
  return <Gate {...behind} admits={({ hasAccess }) => hasAccess} elsewhere={() => paths.membersWelcome} />;
}

/**
 * Lets subscribers in, and nobody by office alone. Who is not signed in goes to the login at /admin, and comes back from
 * there; who has no subscription learns at /conteudos what one costs.
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

/** Lets in whoever is signed in; everybody else goes to the login, and comes back from there. */
export function SignedInGate(behind: Behind) {
  return <Gate {...behind} admits={() => true} elsewhere={(_, next) => paths.membersWelcomeWith({ next })} />;
}
