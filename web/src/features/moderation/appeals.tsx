import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { MemberName, nameOf, profilesQuery } from '@/entities/member';
import { DECIDED } from '@/entities/moderation';
import { moderationKey } from '@/entities/sanctions';
import { limits } from '@/generated/columns/community_decisions';
import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from '@/widgets/use-action';
import { appealsQuery, decideAppeal, type Ruled } from './queries';

/** Appeals that wait. Who made the decision does not decide the appeal. */
export function Appeals({ userId }: { userId: string }) {
  const appeals = useQuery(appealsQuery());
  const rows = appeals.data ?? [];
  const { data: profiles, isLoading } = useQuery(
    profilesQuery(rows.flatMap(({ subject_id: subject, decided_by: by }) => [subject, by].flatMap((id) => id ?? []))),
  );
  const [asked, setAsked] = useState<{ row: Ruled; overturn: boolean }>();
  return (
    <Loaded
      // With the names: they may need a line more.
      query={isLoading ? { ...appeals, data: undefined } : appeals}
      failed="Não foi possível carregar os recursos."
      loading="Carregando os recursos"
      skeleton={['h-40 w-full']}
      empty={<Empty icon={Scale} title="Nenhum recurso." description="Recursos contra decisões aparecem aqui." />}
    >
      {(found) => (
        <div className="grid gap-4">
          {found.map((row) => (
            <article key={row.id} className="border border-border bg-card p-5 sm:p-6">
              <p className="text-small text-muted-foreground">
                {row.subject_id && <MemberName profile={profiles?.get(row.subject_id)} id={row.subject_id} />} recorreu
                em {row.appealed_at && formatDateTime(row.appealed_at)}
              </p>
              <p className="mt-3 text-base leading-normal whitespace-pre-wrap wrap-anywhere">{row.appeal}</p>
              <dl className="mt-4 grid gap-x-6 gap-y-1 border-t border-border pt-4 text-small sm:grid-cols-[auto_1fr]">
                <dt className="text-muted-foreground">Decisão</dt>
                <dd>
                  {DECIDED[row.decision]}, por{' '}
                  {row.decided_by ? nameOf(profiles?.get(row.decided_by)) : 'conta removida'},{' '}
                  {formatDateTime(row.decided_at)}
                </dd>
                <dt className="text-muted-foreground">Motivo</dt>
                <dd className="wrap-anywhere">{row.reason}</dd>
              </dl>
              <div className="mt-4 flex flex-wrap items-center gap-2">
                {row.decided_by === userId ? (
                  <p className="text-small text-muted-foreground">
                    A decisão foi sua. Outra pessoa da equipe julga o recurso.
                  </p>
                ) : (
                  <>
                    <Button size="small" onClick={() => setAsked({ row, overturn: true })}>
                      Rever a decisão
                    </Button>
                    <Button variant="line" size="small" onClick={() => setAsked({ row, overturn: false })}>
                      Confirmar a decisão
                    </Button>
                  </>
                )}
                {row.post_id && (
                  <TextLink href={paths.membersPost(row.post_id)} className="text-small">
                    Ver a publicação
                  </TextLink>
                )}
              </div>
            </article>
          ))}
          {asked && <AppealDialog {...asked} onClose={() => setAsked(undefined)} />}
        </div>
      )}
    </Loaded>
  );
}

function AppealDialog({ row, overturn, onClose }: { row: Ruled; overturn: boolean; onClose: () => void }) {
  const action = useAction({
    run: (reason: string) => decideAppeal(row.id, overturn, reason),
    refreshes: [moderationKey, ['community']],
    failure: 'O recurso não foi decidido.',
    done: { title: 'Recurso decidido.', tone: 'success' },
    onDone: onClose,
  });
  return (
    <TextDialog
      open
      onClose={onClose}
      title={overturn ? 'Rever a decisão' : 'Confirmar a decisão'}
      description={
        overturn ? 'O texto volta a ser visível e a sanção termina.' : 'A decisão fica como está. Não há outro recurso.'
      }
      actionLabel={overturn ? 'Rever' : 'Confirmar'}
      busy={action.isPending}
      busyLabel="Registrando..."
      onSubmit={action.mutate}
      label="Resposta"
      hint="Vai para quem recorreu, sem o seu nome."
      missing="Escreva a resposta."
      maxLength={limits.appeal_reason}
      multiline
    />
  );
}
