import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { GoLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { ActRow } from './act-row';
import { actsQuery } from './queries';

/** Acts shown; the others are in the audit trail. */
const SHOWN = 5;

/** The last things done to or by one person, and the way to all of them. */
export function PersonActs({ id }: { id: string }) {
  const found = useQuery(actsQuery({ person: id }));
  return (
    <Loaded
      query={found}
      failed="Não foi possível carregar a auditoria."
      loading="Carregando a auditoria"
      skeleton={['h-20 w-full']}
    >
      {({ acts, names }) =>
        acts.length === 0 ? (
          <p className="text-foreground-2">Nada foi feito pela administração.</p>
        ) : (
          <>
            <ol className="-mt-5">
              {acts.slice(0, SHOWN).map((act) => (
                <ActRow key={act.id} act={act} names={names} />
              ))}
            </ol>
            <p className="mt-4">
              <GoLink href={paths.adminAuditOf(id)}>Ver na auditoria</GoLink>
            </p>
          </>
        )
      }
    </Loaded>
  );
}
