import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { taskLabels } from '@/generated/tasks';
import { formatCount, formatDateTime } from '@/lib/format';
import { Fold } from '@/ui/fold';
import { Link } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { Empty } from '@/ui/start/empty';
import { StateBadge, type StateTone } from '@/ui/state-badge';
import { ActionButton } from '@/widgets/action-button';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import {
  type QueueFigures,
  TASKS,
  type Task,
  type TaskFilters,
  type TaskState,
  type TasksPage,
  tasksQuery,
} from './queries';

const STATES: Readonly<Record<TaskState, { label: string; tone: StateTone }>> = {
  failed: { label: 'Falhou', tone: 'failure' },
  running: { label: 'Em execução', tone: 'running' },
  pending: { label: 'Aguardando', tone: 'waiting' },
  scheduled: { label: 'Programada', tone: 'waiting' },
  done: { label: 'Concluída', tone: 'success' },
  ignored: { label: 'Ignorada', tone: 'waiting' },
};

/** Time at which a task is due, or when it was settled. */
function whenText({ state, due_at: due, settled_at: settled }: Task): string | undefined {
  if (state === 'scheduled' && due) return `Próxima execução: ${formatDateTime(due)}`;
  if (state === 'pending' && due) return `Próxima tentativa: ${formatDateTime(due)}`;
  return settled ? `Encerrada: ${formatDateTime(settled)}` : undefined;
}

const triesText = (tries: number): string => (tries === 1 ? '1 tentativa' : `${tries} tentativas`);

const FILTERS: Filters<TaskFilters, TasksPage> = {
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
    all: 'Em aberto',
    options: STATES,
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

function Retry({ state, queue, task, name }: Row) {
  const label = RETRIES[state];
  if (!label) return null;
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

const RETRIES: Readonly<Partial<Record<TaskState, string>>> = {
  failed: 'Repetir',
  pending: 'Tentar agora',
  scheduled: 'Executar agora',
};

/** The counts of a queue that ask for a look; empty where it is in order. */
const figuresOf = ({ pending, running, failed }: QueueFigures) =>
  [failed > 0 && `${failed} com falha`, pending > 0 && `${pending} aguardando`, running > 0 && `${running} em execução`]
    .filter(Boolean)
    .join(', ');

function QueueLink({ queue: { queue, label } }: { queue: QueueFigures }) {
  return (
    <Link
      href={signedInPaths.adminTasksOf(queue)}
      className="inline-flex min-h-11 items-center font-label hover:text-north lg:min-h-8"
    >
      {label}
    </Link>
  );
}

/** The queues with something to look at, those with failures first; the others folded. */
function Queues({ queues }: { queues: readonly QueueFigures[] }) {
  const busy = queues.filter(figuresOf).sort((one, other) => other.failed - one.failed);
  const idle = queues.filter((queue) => !figuresOf(queue));
  return (
    <div className="mb-6 grid gap-4">
      {busy.length > 0 && (
        <ul className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
          {busy.map((figures) => (
            <li key={figures.queue} className="border-t border-border-strong pt-1.5">
              <QueueLink queue={figures} />
              <p className={figures.failed > 0 ? 'type-meta text-destructive' : 'type-meta'}>{figuresOf(figures)}</p>
            </li>
          ))}
        </ul>
      )}
      {idle.length > 0 && (
        <Fold title={formatCount(idle.length, 'fila em dia', 'filas em dia')}>
          <ul className="flex flex-wrap gap-x-6 pb-2 type-ui">
            {idle.map((queue) => (
              <li key={queue.queue}>
                <QueueLink queue={queue} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </div>
  );
}

/** The first page of open tasks, those that only wait for their time folded under the others. */
function OpenTasks({ rows, queues }: { rows: readonly Row[]; queues: readonly QueueFigures[] }) {
  const total = queues.reduce((sum, queue) => sum + queue.scheduled, 0);
  const due = rows.filter(({ state }) => state !== 'scheduled');
  const scheduled = rows.filter(({ state }) => state === 'scheduled');
  return (
    <>
      {due.length > 0 ? (
        <DataTable columns={COLUMNS} rows={due} />
      ) : (
        <Empty title="Tudo em ordem" description="Nenhuma tarefa falhou nem espera por sua vez." />
      )}
      {scheduled.length > 0 && (
        <Fold title={formatCount(total, 'tarefa programada', 'tarefas programadas')} className="mt-6">
          <DataTable columns={COLUMNS} rows={scheduled} />
        </Fold>
      )}
    </>
  );
}

export function Tasks() {
  const list = useDataList(paths.adminTasks, FILTERS, tasksQuery);
  const { queue, state, page } = list.values;
  const folds = !(queue || state) && page === 1;
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
      {(rows, { queues }) =>
        folds ? <OpenTasks rows={rows} queues={queues} /> : <DataTable columns={COLUMNS} rows={rows} />
      }
    </DataListPage>
  );
}
