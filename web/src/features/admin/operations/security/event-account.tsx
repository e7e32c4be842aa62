import { paths } from '@/app/pages';
import { Link } from '@/ui/link';
import type { AuthEvent } from './queries';

type Whose = Pick<AuthEvent, 'action' | 'person' | 'success' | 'user_id'>;

/** Action of the server itself. */
const OF_SYSTEM = 'keys_rotated';

/** Returns the account of an event. A successful event had an account: its removal takes the id from the event. */
export function accountOf({ action, person, success, user_id: id }: Whose): string {
  if (person) return person;
  if (id) return person === null ? 'Conta sem nome' : 'Conta removida';
  if (action === OF_SYSTEM) return 'Sistema';
  return success ? 'Conta removida' : 'Não identificada';
}

/** Account of an event, with a link to the person's page while there is one. */
export function EventAccount({ event }: { event: AuthEvent }) {
  if (!event.user_id || event.person === undefined) return accountOf(event);
  return (
    <Link href={paths.adminPerson(event.user_id)} className="wrap-anywhere hover:text-north hover:underline">
      {accountOf(event)}
    </Link>
  );
}
