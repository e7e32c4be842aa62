import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { taskLabels } from '@/generated/tasks';
import { formatDateTime } from '@/lib/format';
import { Link } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge, type StateTone } from '@/ui/state-badge';
import { ActionButton } from '@/widgets/action-button';
import { DataListPage, type Filter, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import { type QueueFigures, TASKS, type Task, type TaskState, type TasksPage, tasksQuery } from './queries';

const STATES: Readonly<Record<TaskState, { label: string; tone: StateTone }>> = {
  pending: { label: 'Aguardando', tone: 'waiting' },
  running: { label: 'Em execução', tone: 'running' },
  failed: { label: 'Falhou', tone: 'failure' },
  done: { label: 'Concluída', tone: 'success' },
  ignored: { label: 'Ignorada', tone: 'waiting' },
};

/** When a task is due, or when it was settled. */
function whenText({ state, tries, due_at: due, settled_at: settled }: Task): string | undefined {
  // What was never tried waits for its time, as routines do every night.
  if (state === 'pending' && due)
    return `${tries > 0 ? 'Próxima tentativa' : 'Próxima execução'}: ${formatDateTime(due)}`;
  return settled ? `Encerrada: ${formatDateTime(settled)}` : undefined;
}

const triesText = (tries: number): string => (tries === 1 ? '1 tentativa' : `${tries} tentativas`);

const FILTERS: Record<'queue' | 'state', Filter<TasksPage>> = {
  queue: {
    key: 'fila',
    label: 'Fila',
    options: ({ queues }) => [
      { value: '', label: 'Todas as filas' },
      ...queues.map(({ queue, label }) => ({ value: queue, label })),
    ],
  },
  state: {
    key: 'situacao',
    label: 'Situação',
    options: [
      { value: '', label: 'Em aberto' },
      ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
    ],
  },
};

interface Row extends Omit<Task, 'id'> {
  id: string;
  task: string;
  name: string;
  label: string;
}

const rowsOf = ({ tasks, queues }: TasksPage): readonly Row[] =>
  tasks.map((task) => ({
    ...task,
    id: `${task.queue}/${task.id}`,
    task: task.id,
    name: taskLabels[task.kind] ?? (task.kind || task.id),
    label: queues.find(({ queue }) => queue === task.queue)?.label ?? task.queue,
  }));

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Tarefa',
    inBlock: true,
    cell: (row) => (
      <>
        <span className="font-label [overflow-wrap:anywhere]">{row.name}</span>
        <span className="block type-meta tabular-nums">
          {row.label} · criada em {formatDateTime(row.created_at)}
        </span>
      </>
    ),
  },
  {
    head: 'Situação',
    headClass: 'w-44',
    inBlock: true,
    cell: ({ state }) => <StateBadge tone={STATES[state].tone}>{STATES[state].label}</StateBadge>,
  },
  { head: 'Andamento', headClass: 'lg:w-[36%]', inBlock: true, cell: (row) => <Progress {...row} /> },
  { head: 'Ações', headClass: 'w-40', inBlock: true, cell: (row) => <Retry {...row} /> },
];

function Progress({ error, tries, ...row }: Row) {
  return (
    <>
      <span className="block type-ui tabular-nums">
        {[tries > 0 && triesText(tries), whenText({ ...row, error, tries })].filter(Boolean).join(' · ')}
      </span>
      {error && (
        <span className="block type-meta [overflow-wrap:anywhere]">
          <SoftBreaks text={error} />
        </span>
      )}
    </>
  );
}

function Retry({ state, queue, task, name, tries }: Row) {
  if (state !== 'failed' && state !== 'pending') return null;
  const label = state === 'failed' ? 'Repetir' : tries > 0 ? 'Tentar agora' : 'Executar agora';
  return (
    <ActionButton
      call={{ name: 'retry-task', body: { queue, id: task } }}
      refreshes={[TASKS]}
      failure="A tarefa não foi repetida."
      busyLabel="Repetindo..."
    >
      {label}
      <span className="sr-only"> {name}</span>
    </ActionButton>
  );
}

const figuresOf = ({ pending, running, failed }: QueueFigures) =>
  [pending > 0 && `${pending} aguardando`, running > 0 && `${running} em execução`, failed > 0 && `${failed} com falha`]
    .filter(Boolean)
    .join(', ') || 'Em dia';

function Queues({ queues }: { queues: readonly QueueFigures[] }) {
  return (
    <ul className="mb-8 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      {queues.map((figures) => (
        <li key={figures.queue} className="border-t border-border-strong pt-3">
          <Link href={signedInPaths.adminTasksOf(figures.queue)} className="font-label hover:text-north">
            {figures.label}
          </Link>
          <p className={figures.failed > 0 ? 'type-meta text-destructive' : 'type-meta'}>{figuresOf(figures)}</p>
        </li>
      ))}
    </ul>
  );
}

export function Tasks() {
  const list = useDataList(paths.adminTasks, FILTERS, tasksQuery);
  return (
    <DataListPage
      list={list}
      title="Tarefas"
      explanation="O que o site faz por trás das páginas: envia e-mails, processa pagamentos, executa rotinas. O que falha por um tempo é tentado de novo sozinho. Horários de São Paulo."
      summary={list.result.data && <Queues queues={list.result.data.queues} />}
      filtersClass="sm:grid-cols-2 lg:grid-cols-[18rem_18rem]"
      loading="Carregando as tarefas"
      failed="Não foi possível carregar as tarefas."
      rowsOf={rowsOf}
      empty={{ title: 'Nenhuma tarefa encontrada', description: 'Nada corresponde a esta fila e a esta situação.' }}
      showAll="Ver as tarefas em aberto"
      emptyYet={{ title: 'Nada à espera', description: 'Tudo foi feito: nenhuma tarefa aguarda nem falhou.' }}
    >
      {(rows) => <DataTable columns={COLUMNS} rows={rows} />}
    </DataListPage>
  );
}
