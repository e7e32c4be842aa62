import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moderationKey } from '@/entities/sanctions';
import { waitingChannelsQuery } from '@/entities/waiting-channels';
import { formatNumber } from '@/lib/format';
import { useLive } from '@/lib/live';
import { withQuery } from '@/lib/query-string';
import { navigateOnce, useNextSearchParams } from '@/lib/router';
import { Tabs } from '@/ui/tabs';
import { Appeals } from './appeals';
import { Decided } from './decided';
import { figuresQuery } from './queries';
import { Queue } from './queue';
import { durationText } from './text';
import { WaitingChannels } from './waiting-channels';
import { Words } from './words';

export interface ModerationPageProps {
  userId: string;
  /** Address of the page: in the members' area for moderators, in the panel for administrators. */
  path: string;
  heading: ReactNode;
}

/** The moderators' page: what waits, appeals, what was decided, and the list of words. */
export function ModerationPage({ userId, path, heading }: ModerationPageProps) {
  const queryClient = useQueryClient();
  const [params] = useNextSearchParams();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: moderationKey });
  const refreshChannels = () => void queryClient.invalidateQueries(waitingChannelsQuery());
  const offline = useLive([{ table: 'community_cases' }, { table: 'community_decisions' }, { table: 'channels' }], {
    onEvent: ({ table }) => (table === 'channels' ? refreshChannels() : refresh()),
    onGap: () => {
      refresh();
      refreshChannels();
    },
  });
  const { data: figures } = useQuery(figuresQuery());
  const waiting = figures?.appeals ? ` (${formatNumber(figures.appeals)})` : '';
  const tabs = [
    { value: 'fila', label: 'Fila', content: <Waiting userId={userId} /> },
    { value: 'recursos', label: `Recursos${waiting}`, content: <Appeals userId={userId} /> },
    { value: 'decididos', label: 'Decididos', content: <Decided userId={userId} /> },
    { value: 'palavras', label: 'Palavras', content: <Words /> },
  ];
  const open = tabs.find(({ value }) => value === params.get('aba')) ?? tabs[0];
  return (
    <div className="max-w-224">
      {heading}
      <dl className="grid grid-cols-3 border border-border bg-card">
        <Figure name="Abertas" value={figures && formatNumber(figures.open)} />
        <Figure name="Recursos" value={figures && formatNumber(figures.appeals)} />
        <Figure name="Tempo mediano" note="30 dias" value={figures && durationText(figures.median_seconds)} />
      </dl>
      {offline && (
        <p role="status" className="mt-4 border-l-3 border-warning bg-warning-tint px-4 py-2 text-small">
          Sem conexão ao vivo. A fila se atualiza quando ela voltar.
        </p>
      )}
      <div className="mt-6">
        <Tabs
          label="Moderação"
          tabs={tabs}
          value={open?.value ?? 'fila'}
          onValueChange={(value) => navigateOnce(withQuery(path, { aba: value === 'fila' ? undefined : value }))}
          className="mb-6 type-ui"
        />
      </div>
    </div>
  );
}

function Waiting({ userId }: { userId: string }) {
  return (
    <>
      <WaitingChannels />
      <Queue userId={userId} />
    </>
  );
}

function Figure({ name, note, value }: { name: string; note?: string; value: string | undefined }) {
  return (
    <div className="border-border p-4 not-first:border-l sm:px-6 sm:py-5">
      <dt className="type-meta">
        {name}
        {note && <span className="max-sm:hidden"> ({note})</span>}
      </dt>
      <dd className="mt-1 min-h-8 type-title-1 tabular-nums">{value}</dd>
    </div>
  );
}
