import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { MemberName, nameOf, profilesQuery } from '@/entities/member';
import { DECIDED, undoDecision, untilText } from '@/entities/moderation';
import { moderationKey } from '@/entities/sanctions';
import { formatAgo, formatDateTime } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { useAction } from '@/widgets/use-action';
import { decidedQuery, type Ruled } from './queries';
import { kindText, UNDOABLE_MS } from './text';

/** The latest decisions; the own ones can be undone for ten minutes. */
export function Decided({ userId }: { userId: string }) {
  const decided = useQuery(decidedQuery());
  const rows = decided.data ?? [];
  const now = useNow();
  const { data: profiles } = useQuery(
    profilesQuery(rows.flatMap(({ subject_id: subject, decided_by: by }) => [subject, by].flatMap((id) => id ?? []))),
  );
  const undo = useAction({
    run: undoDecision,
    refreshes: [moderationKey, ['community']],
    failure: 'A decisão não foi desfeita.',
    done: { title: 'Decisão desfeita. O caso voltou para a fila.' },
  });
  const mayUndo = (row: Ruled) =>
    row.decided_by === userId &&
    row.is_effective &&
    row.appealed_at === null &&
    now - Date.parse(row.decided_at) < UNDOABLE_MS;
  return (
    <Loaded
      query={decided}
      failed="Não foi possível carregar as decisões."
      loading="Carregando as decisões"
      skeleton={['h-14 w-full', 'mt-3 h-14 w-full']}
      empty={<Empty title="Nenhuma decisão ainda." description="As decisões da equipe ficam registradas aqui." />}
    >
      {(found) => (
        <ul className="border-b border-border">
          {found.map((row) => (
            <li key={row.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-border py-4">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-label">
                    {DECIDED[row.decision]}
                    {untilText(row.until)}
                  </span>
                  <Badge tone="line">{kindText(row.kind)}</Badge>
                  {row.is_undone && <Badge>Desfeita</Badge>}
                  {row.appeal_outcome === 'overturned' && <Badge>Revista em recurso</Badge>}
                  {row.appealed_at && row.appeal_outcome === null && <Badge tone="soon">Com recurso</Badge>}
                </p>
                {row.reason && <p className="mt-1 text-small wrap-anywhere">{row.reason}</p>}
                <p className="mt-1 text-small text-muted-foreground">
                  {row.subject_id && (
                    <>
                      Sobre <MemberName profile={profiles?.get(row.subject_id)} id={row.subject_id} />,{' '}
                    </>
                  )}
                  por {row.decided_by ? nameOf(profiles?.get(row.decided_by)) : 'conta removida'},{' '}
                  <time dateTime={row.decided_at} title={formatDateTime(row.decided_at)}>
                    {formatAgo(row.decided_at, now)}
                  </time>
                  {row.post_id && (
                    <>
                      {' · '}
                      <TextLink href={paths.membersPost(row.post_id)} className="whitespace-nowrap">
                        Ver a publicação
                      </TextLink>
                    </>
                  )}
                </p>
              </div>
              {mayUndo(row) && (
                <Button variant="line" size="small" busy={undo.isPending} onClick={() => undo.mutate(row.id)}>
                  Desfazer
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
