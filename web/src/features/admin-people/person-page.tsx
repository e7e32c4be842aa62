import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import { FunctionFailed } from '@/lib/functions';
import { useSession } from '@/lib/session';
import { BackLink } from '@/ui/back-link';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { GoLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Access } from './person-access';
import { Account } from './person-account';
import { PersonBadges } from './person-badges';
import { Events } from './person-events';
import { Factors } from './person-factors';
import { Roles } from './person-roles';
import { Sessions } from './person-sessions';
import { type PersonDetail, personQuery } from './queries';
import { loadFailed, personGone, personName } from './text';

/** One person: the account, what it may, and help for whoever lost the way in. */
export function PersonPage({ id }: { id: string }) {
  const person = useQuery(personQuery(id));
  const gone = person.error instanceof FunctionFailed && person.error.code === 'person_not_found';
  return (
    <div className="pt-6">
      <BackLink href={paths.adminPeople}>Todas as pessoas</BackLink>
      {person.data && !gone ? (
        <Shown person={person.data} />
      ) : gone ? (
        <div className="mt-6">
          <Empty {...personGone} />
        </div>
      ) : person.isError ? (
        <div className="mt-6">
          <ErrorNotice
            {...loadFailed}
            title="Não foi possível carregar esta pessoa."
            onRetry={() => void person.refetch()}
          />
        </div>
      ) : (
        <Loading label="Carregando a pessoa">
          <Skeleton className="mt-6 h-12 w-80" />
          <Skeleton className="mt-10 h-64 w-full" />
          <Skeleton className="mt-6 h-64 w-full" />
        </Loading>
      )}
    </div>
  );
}

function Shown({ person }: { person: PersonDetail }) {
  const { user } = useSession();
  const own = user?.id === person.id;
  return (
    <>
      <div className="mt-4 mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 className="type-display-3 [overflow-wrap:anywhere]">{personName(person)}</h2>
          <div className="mt-3">
            <PersonBadges person={person} />
          </div>
        </div>
        <GoLink href={paths.adminAuditFound({ person: person.id })}>Ver na auditoria</GoLink>
      </div>
      <Account person={person} />
      <Roles person={person} own={own} />
      <Access person={person} own={own} />
      <Factors person={person} own={own} />
      <Sessions person={person} />
      <Events events={person.events} />
    </>
  );
}
