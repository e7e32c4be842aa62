import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import { ErrorNotice } from '@/ui/error-notice';
import { GoLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { ActRow } from './act-row';
import { actsQuery } from './queries';
import { loadFailed } from './text';

/** Acts shown; the others are in the audit trail. */
const SHOWN = 5;

/** The last things done to or by one person, and the way to all of them. */
export function PersonActs({ id }: { id: string }) {
  const found = useQuery(actsQuery({ person: id }));
  if (found.isError) return <ErrorNotice {...loadFailed} onRetry={() => void found.refetch()} />;
  if (!found.data) {
    return (
      <Loading label="Carregando a auditoria">
        <Skeleton className="h-20 w-full" />
      </Loading>
    );
  }
  const { acts, names } = found.data;
  if (acts.length === 0) return <p className="text-foreground-2">Nada foi feito pela administração.</p>;
  return (
    <>
      <ol className="-mt-5">
        {acts.slice(0, SHOWN).map((act) => (
          <ActRow key={act.id} act={act} names={names} />
        ))}
      </ol>
      <p className="mt-4">
        <GoLink href={paths.adminAuditFound({ person: id })}>Ver na auditoria</GoLink>
      </p>
    </>
  );
}
