import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { actionName, reasonOf } from '@/entities/auth-log';
import { taskLabels } from '@/generated/tasks';
import type { CsvColumn } from '@/lib/csv';
import { cx } from '@/lib/cx';
import { formatDateTime } from '@/lib/format';
import { AlertDialog } from '@/ui/alert-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import type { Option } from '@/ui/select';
import { SelectField } from '@/ui/select-field';
import { Empty } from '@/ui/start/empty';
import { StateBadge } from '@/ui/state-badge';
import { CsvButton } from '@/widgets/csv-button';
import { type Column, DataTable } from '@/widgets/data-table';
import { SearchForm } from '@/widgets/filter-bar';
import { useAction } from '@/widgets/use-action';
import { accountOf, EventAccount } from './event-account';
import {
  AUTH_LOGS,
  AUTH_LOGS_SHOWN,
  type AuthEvent,
  allAuthLogs,
  authLogsQuery,
  cleanAuthLogs,
  JOB_LOGS,
  JOBS,
  type Job,
  type JobRun,
  jobLogsQuery,
  type Outcome,
  oldAuthLogsQuery,
  runJob,
} from './queries';
import { ABOUT_JOBS, cleanQuestion, EVENTS_KEPT, failed, formatDuration, RUN_FAILED, runToast, statusOf } from './text';

interface LogProps<Row> {
  title: string;
  filter: { label: string; options: readonly Option[]; value: string; onChange: (value: string) => void };
  action: ReactNode;
  /** Between the head and the rows. */
  note?: ReactNode;
  query: UseQueryResult<readonly Row[]>;
  failed: string;
  loading: string;
  empty: string;
  columns: readonly Column<Row>[];
}

function Log<Row extends { id: string | number }>(props: LogProps<Row>) {
  const { label, options, value, onChange } = props.filter;
  return (
    <section>
      <div className="flex flex-wrap items-end justify-between gap-4 pt-8 pb-5">
        <h3 className="type-title-1">{props.title}</h3>
        <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
          <SelectField
            label={label}
            className="max-sm:w-full sm:w-64"
            options={options}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {props.action && (
            <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1 *:min-h-12 lg:*:min-h-12">
              {props.action}
            </div>
          )}
        </div>
      </div>
      {props.note}
      <Loaded
        query={props.query}
        failed={props.failed}
        loading={props.loading}
        skeleton={['h-10 w-full', 'mt-3 h-96 w-full']}
      >
        {(rows) =>
          rows.length > 0 ? (
            <DataTable
              columns={props.columns}
              rows={rows}
              rowClass="max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-start max-lg:gap-x-4 max-lg:py-4"
            />
          ) : (
            <Empty title="Nenhum log encontrado" description={props.empty} />
          )
        }
      </Loaded>
    </section>
  );
}

const OUTCOMES: readonly { value: Outcome; label: string }[] = [
  { value: 'all', label: 'Todos os resultados' },
  { value: 'success', label: 'Sucesso' },
  { value: 'failure', label: 'Falha' },
];

const reason = ({ error_message: message }: AuthEvent) => message && reasonOf(message);

const EVENT_COLUMNS: readonly Column<AuthEvent>[] = [
  {
    head: 'Quando',
    headClass: 'w-44',
    className: 'whitespace-nowrap',
    cell: ({ created_at: at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    head: 'Evento',
    inBlock: true,
    cell: (event) => (
      <>
        <span className="block">{actionName(event.action)}</span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[formatDateTime(event.created_at), accountOf(event), event.ip_address].filter(Boolean).join(' · ')}
        </span>
        {event.error_message && <span className="block type-meta lg:hidden">{reason(event)}</span>}
      </>
    ),
  },
  {
    head: 'Resultado',
    headClass: 'w-32',
    inBlock: true,
    cell: ({ success }) => (
      <StateBadge tone={success ? 'success' : 'failure'}>{success ? 'Sucesso' : 'Falha'}</StateBadge>
    ),
  },
  { head: 'Conta', cell: (event) => <EventAccount event={event} /> },
  { head: 'IP', headClass: 'w-40', cell: ({ ip_address }) => ip_address },
  { head: 'Motivo', cell: reason },
];

export function AuthLogs() {
  const [outcome, setOutcome] = useState<Outcome>('all');
  const [search, setSearch] = useState('');
  const [asking, setAsking] = useState(false);
  const query = useQuery(authLogsQuery(outcome, search));
  const old = useQuery({ ...oldAuthLogsQuery, enabled: asking });
  const clean = useAction({
    run: cleanAuthLogs,
    done: {
      title: 'Logs antigos removidos',
      description: `Os registros com mais de ${EVENTS_KEPT} saíram da lista.`,
      tone: 'success',
    },
    failure: (error) => failed('Erro ao limpar logs antigos.', error),
    refreshes: [AUTH_LOGS],
    onDone: () => setAsking(false),
  });
  return (
    <Log
      title="Logs de Autenticação"
      note={
        <div className="pb-6 sm:max-w-md">
          <SearchForm label="Buscar" note="por nome, e-mail ou IP" search={search} onSearch={setSearch} />
          {search && (
            <p role="status" className="mt-2 type-meta">
              {query.data && `Os ${AUTH_LOGS_SHOWN} registros mais recentes que correspondem a “${search}”.`}
            </p>
          )}
        </div>
      }
      filter={{
        label: 'Resultado',
        options: OUTCOMES,
        value: outcome,
        onChange: (asked) => setOutcome(OUTCOMES.find(({ value }) => value === asked)?.value ?? 'all'),
      }}
      action={
        <>
          <CsvButton name="logs-de-autenticacao" columns={EVENT_CSV} rows={() => allAuthLogs(outcome, search)} />
          <Button variant="line" size="small" onClick={() => setAsking(true)}>
            Limpar Antigos
          </Button>
          <AlertDialog
            open={asking}
            onOpenChange={(open) => !clean.isPending && setAsking(open)}
            title="Limpar os registros antigos?"
            description={cleanQuestion(old.data, old.isError)}
            actionLabel="Limpar"
            busy={clean.isPending}
            busyLabel="Limpando..."
            onAction={() => clean.mutate()}
          />
        </>
      }
      query={query}
      failed="Erro ao carregar logs de autenticação."
      loading="Carregando os logs de autenticação"
      empty="Entradas, saídas e recusas aparecem aqui."
      columns={EVENT_COLUMNS}
    />
  );
}

const EVENT_CSV: readonly CsvColumn<AuthEvent>[] = [
  ['Quando', ({ created_at: at }) => formatDateTime(at)],
  ['Evento', ({ action }) => actionName(action)],
  ['Resultado', ({ success }) => (success ? 'Sucesso' : 'Falha')],
  ['Conta', accountOf],
  ['IP', ({ ip_address: address }) => address],
  ['Motivo', (event) => reason(event) || null],
];

const ALL = '';
const JOB_OPTIONS = [
  { value: ALL, label: 'Todos os jobs' },
  ...JOBS.map((job) => ({ value: job, label: `${taskLabels[job]} (${job})` })),
];

const duration = ({ duration_ms: ms }: JobRun) => (ms === null ? undefined : formatDuration(ms));

const RUN_COLUMNS: readonly Column<JobRun>[] = [
  {
    head: 'Quando',
    headClass: 'w-44',
    className: 'whitespace-nowrap',
    cell: ({ executed_at: at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    head: 'Job',
    inBlock: true,
    cell: (run) => (
      <>
        {taskLabels[run.job_name] && <span className="block">{taskLabels[run.job_name]}</span>}
        <span className={cx('block wrap-anywhere', taskLabels[run.job_name] && 'type-meta')}>{run.job_name}</span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[formatDateTime(run.executed_at), duration(run)].filter(Boolean).join(' · ')}
        </span>
        <span className="block type-meta lg:hidden">{run.message}</span>
      </>
    ),
  },
  { head: 'Situação', headClass: 'w-36', inBlock: true, cell: ({ status }) => <RunBadge status={status} /> },
  { head: 'Duração', headClass: 'w-28', className: 'whitespace-nowrap', cell: duration },
  { head: 'Mensagem', cell: ({ message }) => message },
];

function RunBadge({ status }: { status: string }) {
  const known = statusOf(status);
  return known ? <StateBadge tone={known.tone}>{known.label}</StateBadge> : <Badge>{status}</Badge>;
}

export function JobLogs() {
  const [job, setJob] = useState<Job>();
  const query = useQuery(jobLogsQuery(job));
  const run = useAction({
    run: runJob,
    done: runToast,
    failure: (error) => failed(RUN_FAILED, error),
    refreshes: [JOB_LOGS],
  });
  return (
    <Log
      title="Logs de Jobs"
      note={job && <p className="-mt-1 pb-6 type-ui text-muted-foreground">{ABOUT_JOBS[job]}</p>}
      filter={{
        label: 'Job',
        options: JOB_OPTIONS,
        value: job ?? ALL,
        onChange: (asked) => setJob(JOBS.find((name) => name === asked)),
      }}
      action={
        job && (
          <Button
            variant="line"
            size="small"
            busy={run.isPending}
            busyLabel="Executando..."
            onClick={() => run.mutate(job)}
          >
            <Play aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Executar agora
          </Button>
        )
      }
      query={query}
      failed="Erro ao carregar logs de jobs."
      loading="Carregando os logs de jobs"
      empty="Cada execução de um job aparece aqui."
      columns={RUN_COLUMNS}
    />
  );
}
