import { formatDateTime } from '@/lib/format';
import { BackLink } from '@/ui/back-link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge } from '@/ui/state-badge';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { letterPaths } from '../links';
import { type RunFilters, runsQuery, type SequenceName, type SequenceRun, type SequenceRuns } from './queries';
import { REASONS, RUN_STATES, SEQUENCES } from './text';

const FILTERS: Filters<RunFilters, SequenceRuns> = {
  state: { key: 'situacao', label: 'Situação', all: 'Todas as situações', options: RUN_STATES },
};

/** Returns the next event of a run, or its end, as text. */
function whenText({ due_at: due, ended_at: ended, step }: SequenceRun): string {
  if (due) return `Passo ${step} em ${formatDateTime(due)}`;
  return ended ? `Até ${formatDateTime(ended)}` : '–';
}

const COLUMNS: readonly Column<SequenceRun>[] = [
  {
    head: 'Pessoa',
    inBlock: true,
    className: '[overflow-wrap:anywhere]',
    cell: (row) => (
      <>
        {row.email ? (
          <span className="font-label">
            <SoftBreaks text={row.email} />
          </span>
        ) : (
          <span className="text-muted-foreground">Conta apagada</span>
        )}
        <span className="block type-meta tabular-nums lg:hidden">{whenText(row)}</span>
      </>
    ),
  },
  {
    head: 'Situação',
    headClass: 'lg:w-[30%]',
    inBlock: true,
    cell: ({ state, reason }) => (
      <>
        <StateBadge tone={RUN_STATES[state].tone}>{RUN_STATES[state].label}</StateBadge>
        {reason && <span className="mt-1 block type-meta">{REASONS[reason]}</span>}
      </>
    ),
  },
  { head: 'Entrou', headClass: 'w-44', cell: ({ begun_at: at }) => formatDateTime(at) },
  { head: 'Próximo passo ou fim', headClass: 'w-64', cell: whenText },
];

/** The people of one sequence, those who entered last first. */
export function Runs({ name }: { name: SequenceName }) {
  const list = useDataList(letterPaths.sequence(name), FILTERS, (values) => runsQuery(name, values));
  const { label, about } = SEQUENCES[name];
  return (
    <>
      <BackLink href={letterPaths.part('sequencias')}>Sequências</BackLink>
      <DataListPage
        list={list}
        title={label}
        explanation={about}
        filtersClass="sm:max-w-80"
        loading="Carregando as pessoas"
        failed="Não foi possível carregar as pessoas desta sequência."
        rowsOf={({ runs }) => runs}
        empty={{ title: 'Ninguém nesta situação', description: 'Nenhuma pessoa está nesta situação agora.' }}
        showAll="Ver todas as pessoas"
        emptyYet={{
          title: 'Ninguém passou por aqui ainda',
          description: 'Com a sequência ligada, entra quem tiver o acontecimento dela a partir de então.',
        }}
      >
        {(rows) => <DataTable columns={COLUMNS} rows={rows} />}
      </DataListPage>
    </>
  );
}
