import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { profilesQuery } from '@/entities/member';
import { type Decision, undoDecision } from '@/entities/moderation';
import { moderationKey } from '@/entities/sanctions';
import { singleKey } from '@/lib/single-keys';
import { useNow } from '@/lib/use-now';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { Switch } from '@/ui/switch';
import { DecisionDialog } from '@/widgets/decision-dialog';
import { useAction } from '@/widgets/use-action';
import { CaseCard, claimOf } from './case-card';
import { type Case, claimCase, historyQuery, queueKey, queueQuery, releaseCase } from './queries';
import { keysFor, UNDOABLE_MS } from './text';

/** The open cases. One is selected; keys decide about it. */
export function Queue({ userId }: { userId: string }) {
  const queue = useQuery(queueQuery());
  const [last, setLast] = useState<string>();
  return (
    <>
      {last && <LastDecision key={last} id={last} onEnd={() => setLast(undefined)} />}
      <Loaded
        query={queue}
        failed="Não foi possível carregar a fila."
        loading="Carregando a fila"
        skeleton={['h-56 w-full', 'mt-4 h-56 w-full']}
        empty={
          <Empty
            icon={ShieldCheck}
            title="Nada para decidir."
            description="Denúncias e textos que esperam aprovação aparecem aqui assim que chegam."
          />
        }
      >
        {(cases) => <Cases cases={cases} userId={userId} onDecided={setLast} />}
      </Loaded>
    </>
  );
}

function LastDecision({ id, onEnd }: { id: string; onEnd: () => void }) {
  const undo = useAction({
    run: () => undoDecision(id),
    refreshes: [moderationKey, ['community']],
    failure: 'A decisão não foi desfeita.',
    done: { title: 'Decisão desfeita. O caso voltou para a fila.' },
    onDone: onEnd,
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), UNDOABLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="mb-4 flex flex-wrap items-center justify-between gap-3 bg-muted px-4 py-2.5 text-small">
      Decisão registrada.
      <Button variant="line" size="small" busy={undo.isPending} onClick={() => undo.mutate()}>
        Desfazer
      </Button>
    </p>
  );
}

interface CasesProps {
  cases: readonly Case[];
  userId: string;
  onDecided: (id: string) => void;
}

const KEYS_SETTING = 'moderation-keys';

function Cases({ cases, userId, onDecided }: CasesProps) {
  const now = useNow();
  const [chosen, setChosen] = useState<string>();
  const [ruling, setRuling] = useState<{ item: Case; decision: Decision }>();
  const [keys, setKeys] = useState(() => localStorage.getItem(KEYS_SETTING) !== 'off');
  const index = Math.max(
    0,
    cases.findIndex(({ id }) => id === chosen),
  );
  const selected = cases[index];
  const subjects = cases.flatMap(({ subject_id: subject }) => subject ?? []);
  const people = cases.flatMap(({ claimed_by: claimer, community_reports: reports }) => [
    claimer,
    ...reports.map(({ reporter_id: reporter }) => reporter),
  ]);
  const { data: profiles } = useQuery(profilesQuery([...subjects, ...people.flatMap((id) => id ?? [])]));
  const { data: history = [] } = useQuery(historyQuery(subjects));
  const claim = useAction({
    run: ({ item }: { item: Case; decision: Decision }) => claimCase(item.id),
    refreshes: [queueKey],
    failure: 'Este caso não pode ser decidido agora.',
    onDone: (_, next) => setRuling(next),
  });
  const release = useAction({
    run: releaseCase,
    refreshes: [queueKey],
    failure: 'O caso continua reservado para você por alguns minutos.',
  });
  const rule = (item: Case, decision: Decision) => {
    setChosen(item.id);
    if (!claim.isPending) claim.mutate({ item, decision });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const pressed = singleKey(event);
    if (!keys || ruling || !selected || pressed === undefined) return;
    if (pressed === 'j' || pressed === 'k') {
      const next = cases[index + (pressed === 'j' ? 1 : -1)];
      if (next) document.getElementById(`caso-${next.id}`)?.focus();
      return;
    }
    const found = keysFor(selected).find(({ key }) => key === pressed);
    const claimed = claimOf(selected, Date.now());
    if (found && (!claimed || claimed === userId)) {
      event.preventDefault();
      rule(selected, found.decision);
    }
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Switch
        label="Atalhos de teclado"
        description="As teclas J e K mudam de caso; a tecla ao lado de cada decisão a abre."
        checked={keys}
        onCheckedChange={(on) => {
          localStorage.setItem(KEYS_SETTING, on ? 'on' : 'off');
          setKeys(on);
        }}
        className="mb-4 max-lg:hidden"
      />
      <div className="grid gap-4">
        {cases.map((item) => (
          <CaseCard
            key={item.id}
            item={item}
            userId={userId}
            profiles={profiles}
            history={history.filter(({ subject_id: subject }) => subject === item.subject_id)}
            now={now}
            selected={item.id === selected?.id}
            onSelect={() => setChosen(item.id)}
            onRule={(decision) => rule(item, decision)}
          />
        ))}
      </div>
      {ruling && (
        <DecisionDialog
          decision={ruling.decision}
          subject={{ id: ruling.item.id }}
          onClose={() => setRuling(undefined)}
          onCancel={() => release.mutate(ruling.item.id)}
          onDecided={onDecided}
        />
      )}
    </>
  );
}
