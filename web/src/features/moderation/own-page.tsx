import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { MemberName, profilesQuery } from '@/entities/member';
import { blocksKey, blocksQuery, DECIDED, REASON_LABELS, setBlock, untilText } from '@/entities/moderation';
import { moderationKey, ownDecisions, useModerationLive } from '@/entities/sanctions';
import { limits } from '@/generated/columns/community_decisions';
import { formatDate, formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Loaded, LoadingShapes } from '@/ui/loaded';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from '@/widgets/use-action';
import { OwnChannels, ownChannelsQuery } from './own-channels';
import { appeal, ownDecisionsQuery, ownReportsQuery, type Ruled } from './queries';
import { kindText, OUTCOMES } from './text';

/** Moderation of the person: decisions about them, their reports, and the people they blocked. */
export function OwnModerationPage({ userId }: { userId: string }) {
  const decisions = useQuery(ownDecisionsQuery(userId));
  const reports = useQuery(ownReportsQuery(userId));
  const blocks = useQuery(blocksQuery(userId));
  const channels = useQuery(ownChannelsQuery(userId));
  useModerationLive([
    ownDecisions(userId),
    { table: 'community_reports', filter: `reporter_id=eq.${userId}` },
    { table: 'channel_decisions', filter: `user_id=eq.${userId}` },
  ]);
  const [appealing, setAppealing] = useState<Ruled>();
  const title = <h1 className="type-display-3">Moderação e bloqueios</h1>;
  // One part after the other would move those below it.
  if ([decisions, reports, blocks, channels].some(({ isLoading }) => isLoading)) {
    return (
      <div className="grid max-w-192 gap-12">
        {title}
        <LoadingShapes
          label="Carregando a moderação e os bloqueios"
          shapes={['h-24 w-full', 'mt-12 h-24 w-full', 'mt-12 h-24 w-full']}
        />
      </div>
    );
  }
  return (
    <div className="grid max-w-192 gap-12">
      {title}
      <Part title="Decisões da moderação" id="decisoes">
        <Loaded
          query={decisions}
          failed="Não foi possível carregar as decisões."
          loading="Carregando as decisões"
          skeleton={['h-16 w-full']}
          empty={<Nothing>Nenhuma decisão sobre o que você escreveu.</Nothing>}
        >
          {(rows) => (
            <ul>
              {rows.map((row) => (
                <OwnDecision key={row.id} row={row} onAppeal={() => setAppealing(row)} />
              ))}
            </ul>
          )}
        </Loaded>
      </Part>
      <Part title="Suas denúncias" id="denuncias">
        <Loaded
          query={reports}
          failed="Não foi possível carregar as denúncias."
          loading="Carregando as denúncias"
          skeleton={['h-16 w-full']}
          empty={
            <Nothing>Você ainda não denunciou nada. A opção fica no menu de cada publicação e comentário.</Nothing>
          }
        >
          {(rows) => (
            <ul>
              {rows.map((row) => (
                <li key={row.id} className="border-t border-border py-4 first:border-t-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-label">{row.protocol}</span>
                    <Badge tone={row.outcome === null ? 'soon' : 'line'}>{OUTCOMES[row.outcome ?? 'open']}</Badge>
                  </p>
                  <p className="mt-1 text-small text-muted-foreground">
                    {kindText(row.kind)} · {REASON_LABELS[row.reason]} · {formatDateTime(row.created_at)}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Part>
      <Part title="Canais que você pediu" id="canais">
        <OwnChannels userId={userId} />
      </Part>
      <Part title="Pessoas bloqueadas" id="bloqueios">
        <Loaded
          query={blocks}
          failed="Não foi possível carregar os bloqueios."
          loading="Carregando os bloqueios"
          skeleton={['h-12 w-full']}
          empty={<Nothing>Você não bloqueou ninguém. A opção fica na página de cada membro.</Nothing>}
        >
          {(ids) => <Blocks ids={ids} userId={userId} />}
        </Loaded>
      </Part>
      {appealing && <AppealForm row={appealing} onClose={() => setAppealing(undefined)} />}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-20 border-t border-border-strong pt-4">
      <h2 id={`${id}-title`} className="mb-3 type-title-2">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="type-ui text-muted-foreground">{children}</p>;
}

const APPEALABLE_MS = 30 * 24 * 60 * 60 * 1000;

function OwnDecision({ row, onAppeal }: { row: Ruled; onAppeal: () => void }) {
  const mayAppeal =
    row.decision !== 'keep' &&
    row.appealed_at === null &&
    row.is_effective &&
    Date.now() - Date.parse(row.decided_at) < APPEALABLE_MS;
  return (
    <li className="border-t border-border py-4 first:border-t-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-label">
          {row.decision === 'keep' ? 'Aprovada' : DECIDED[row.decision]}
          {untilText(row.until)}
        </span>
        <span className="text-small text-muted-foreground">{formatDate(row.decided_at)}</span>
      </p>
      {row.reason && <p className="mt-1.5 leading-normal whitespace-pre-wrap wrap-anywhere">{row.reason}</p>}
      {row.appeal && (
        <p className="mt-2 border-l-2 border-border-strong pl-3 text-small wrap-anywhere">
          <span className="font-label">O seu recurso: </span>
          {row.appeal}
        </p>
      )}
      {row.appealed_at && (
        <p className="mt-2 text-small text-muted-foreground">
          {row.appeal_outcome === null && 'Recurso em análise por outra pessoa da equipe.'}
          {row.appeal_outcome === 'confirmed' && `Decisão confirmada: ${row.appeal_reason}`}
          {row.appeal_outcome === 'overturned' && `Decisão revista: ${row.appeal_reason}`}
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        {row.post_id && (
          <TextLink href={`${paths.membersPost(row.post_id)}${row.comment_id ? `#c-${row.comment_id}` : ''}`}>
            Ver o texto
          </TextLink>
        )}
        {mayAppeal && (
          <Button variant="line" size="small" onClick={onAppeal}>
            Recorrer
          </Button>
        )}
      </p>
    </li>
  );
}

function AppealForm({ row, onClose }: { row: Ruled; onClose: () => void }) {
  const action = useAction({
    run: (text: string) => appeal(row.id, text),
    refreshes: [moderationKey],
    failure: 'O recurso não foi enviado.',
    done: { title: 'Recurso enviado.', description: 'Outra pessoa da equipe vai analisar.', tone: 'success' },
    onDone: onClose,
  });
  return (
    <TextDialog
      open
      onClose={onClose}
      title="Recorrer da decisão"
      description="Cada decisão aceita um recurso. Quem decidiu não o julga."
      actionLabel="Enviar recurso"
      busy={action.isPending}
      busyLabel="Enviando..."
      onSubmit={action.mutate}
      label="Por que a decisão deve ser revista"
      missing="Escreva o que deve ser considerado."
      maxLength={limits.appeal}
      multiline
    />
  );
}

function Blocks({ ids, userId }: { ids: readonly string[]; userId: string }) {
  const { data: profiles } = useQuery(profilesQuery(ids));
  const end = useAction({
    run: (other: string) => setBlock(userId, other, false),
    refreshes: [blocksKey, ['community'], ['notices']],
    failure: 'O bloqueio continua.',
    done: { title: 'Bloqueio desfeito.' },
  });
  return (
    <ul>
      {ids.map((id) => (
        <li key={id} className="flex items-center justify-between gap-4 border-t border-border py-3 first:border-t-0">
          <MemberName profile={profiles?.get(id)} id={id} />
          <Button variant="line" size="small" busy={end.isPending} onClick={() => end.mutate(id)}>
            Desbloquear
          </Button>
        </li>
      ))}
    </ul>
  );
}
