import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entitlement } from '@/generated/content';
import { entitlementLabels } from '@/generated/entitlements';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { LoadFailed } from '@/ui/loaded';
import { Spinner } from '@/ui/spinner';
import { useAction } from './use-action';

/** Another entitlement for one content or course. */
export type EntitlementChange = {
  id: string;
  from: Entitlement;
  to: Entitlement;
};

export type Proposal = EntitlementChange & {
  title: string;
  /** `Vídeo` */
  kind: string;
};

export interface EntitlementProposalsProps {
  /** `conteúdo`, `conteúdos` */
  one: string;
  many: string;
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<Proposal[]>;
  /** Answers the ids that were changed. */
  apply: (changes: readonly EntitlementChange[]) => Promise<readonly string[]>;
  refreshes: readonly QueryKey[];
}

/** Proposes entitlements for what every plan opens, and applies all at once; what was applied can be undone. */
export function EntitlementProposals({ one, many, queryKey, load, apply, refreshes }: EntitlementProposalsProps) {
  const [open, setOpen] = useState(false);
  const proposals = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  const count = proposals.data?.length ?? 0;
  const undoing = useAction({
    run: apply,
    done: { title: 'Benefícios restaurados', tone: 'success' },
    failure: 'Não foi possível desfazer.',
    refreshes,
  });
  const applying = useAction({
    run: async (changes: readonly EntitlementChange[]) => {
      const changed = new Set(await apply(changes));
      return changes.filter(({ id }) => changed.has(id));
    },
    done: (changed) => ({
      title: `${formatCount(changed.length, one, many)} com o benefício proposto`,
      tone: 'success',
      action: {
        label: 'Desfazer',
        run: () => undoing.mutate(changed.map(({ id, from, to }) => ({ id, from: to, to: from }))),
      },
    }),
    failure: 'Não foi possível aplicar os benefícios.',
    refreshes,
    onDone: () => setOpen(false),
  });
  if (count === 0 && !open) return null;
  return (
    <>
      <Button variant="line" size="small" onClick={() => setOpen(true)}>
        Propor benefícios ({count})
      </Button>
      <Dialog
        wide
        open={open}
        onOpenChange={(next) => !applying.isPending && setOpen(next)}
        title="Propor benefícios"
        description={`Todos os planos abrem ${count === 1 ? `este ${one}` : `estes ${many}`}. Com a proposta, ${count === 1 ? 'ele' : 'cada um'} passa a abrir só para quem tem o benefício indicado: os outros membros perdem o acesso.`}
        footer={
          <>
            <DialogClose>
              <Button variant="ghost" size="small" disabled={applying.isPending}>
                Cancelar
              </Button>
            </DialogClose>
            <Button
              size="small"
              disabled={count === 0}
              busy={applying.isPending}
              busyLabel="Aplicando..."
              onClick={() => applying.mutate((proposals.data ?? []).map(({ id, from, to }) => ({ id, from, to })))}
            >
              {count === 1 ? 'Aplicar' : 'Aplicar a todos'}
            </Button>
          </>
        }
      >
        <Proposals proposals={proposals} />
      </Dialog>
    </>
  );
}

function Proposals({ proposals }: { proposals: UseQueryResult<Proposal[]> }) {
  if (proposals.isError) return <LoadFailed title="Não foi possível carregar a proposta." query={proposals} />;
  if (!proposals.data) return <Spinner />;
  return (
    <ul
      aria-label="Benefícios propostos"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[50dvh] divide-y divide-border overflow-y-auto border-y border-border"
    >
      {proposals.data.map(({ id, title, kind, from, to }) => (
        <li key={id} className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <span>
            {title} <span className="block type-meta">{kind}</span>
          </span>
          <span className="type-ui">
            <span className="text-muted-foreground">{entitlementLabels[from]} → </span>
            {entitlementLabels[to]}
          </span>
        </li>
      ))}
    </ul>
  );
}
