import { paths } from '@/app/pages';
import { Link } from '@/ui/link';
import type { AuthEvent } from './queries';

/** An account without a name goes by the beginning of its id. */
export const accountOf = ({ person, user_id: id }: AuthEvent) => person ?? id?.slice(0, 8) ?? 'Não identificada';

/** Whose event it is, with a link to the person's page. */
export function EventAccount({ event }: { event: AuthEvent }) {
  if (!event.user_id) return accountOf(event);
  return (
    <Link href={paths.adminPerson(event.user_id)} className="hover:text-north hover:underline">
      {accountOf(event)}
    </Link>
  );
}
