import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { StateBadge } from '@/ui/state-badge';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import { toast } from '@/ui/toast';
import { BLOCK_CELL, BLOCK_ROW, LogBar, LogSkeleton } from './log-bar';
import { JOBS, type Job, type JobRun, jobLogsQuery, useRunJob } from './queries';
import { failed, formatDuration, jobLogText, loadAdvice, runToast, statusOf } from './text';

const ALL = '';
const OPTIONS = [{ value: ALL, label: 'Todos os jobs' }, ...JOBS.map((job) => ({ value: job, label: job }))];

/** The latest runs of the scheduled jobs; the chosen one can be run now. */
export function JobLogs() {
  const [job, setJob] = useState<Job>();
  const logs = useQuery(jobLogsQuery(job));
  return (
    <section>
      <LogBar
        title={jobLogText.title}
        label="Job"
        options={OPTIONS}
        value={job ?? ALL}
        onChange={(asked) => setJob(JOBS.find((name) => name === asked))}
      >
        {job && <RunNow job={job} />}
      </LogBar>
      {logs.data ? (
        logs.data.length > 0 ? (
          <Runs runs={logs.data} />
        ) : (
          <Empty {...jobLogText.empty} />
        )
      ) : logs.isError ? (
        <ErrorNotice title={jobLogText.loadFailed} description={loadAdvice} onRetry={() => void logs.refetch()} />
      ) : (
        <LogSkeleton label="Carregando os logs de jobs" />
      )}
    </section>
  );
}

function RunNow({ job }: { job: Job }) {
  const run = useRunJob();
  const onRun = () =>
    run.mutate(job, {
      onSuccess: (ended) => toast(runToast(ended)),
      onError: (reason) => {
        console.error('a job could not be run', reason);
        toast(failed(jobLogText.runFailed, reason));
      },
    });
  return (
    <Button variant="line" size="small" busy={run.isPending} busyLabel="Executando..." onClick={onRun}>
      <Play aria-hidden="true" className="size-4" strokeWidth={1.6} />
      Executar agora
    </Button>
  );
}

function Runs({ runs }: { runs: readonly JobRun[] }) {
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          <TableHeadCell className="w-44">Quando</TableHeadCell>
          <TableHeadCell>Job</TableHeadCell>
          <TableHeadCell className="w-36">Situação</TableHeadCell>
          <TableHeadCell className="w-28">Duração</TableHeadCell>
          <TableHeadCell>Mensagem</TableHeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </Table>
  );
}

function RunRow({ run }: { run: JobRun }) {
  const when = formatDateTime(run.executed_at);
  const duration = run.duration_ms === null ? undefined : formatDuration(run.duration_ms);
  const status = statusOf(run.status);
  return (
    <TableRow className={BLOCK_ROW}>
      <TableCell className="whitespace-nowrap text-foreground-2 tabular-nums max-lg:hidden">
        <time dateTime={run.executed_at}>{when}</time>
      </TableCell>
      <TableCell className={BLOCK_CELL}>
        <span className="block wrap-anywhere">{run.job_name}</span>
        <span className="block type-meta tabular-nums lg:hidden">{[when, duration].filter(Boolean).join(' · ')}</span>
        <span className="block type-meta lg:hidden">{run.message}</span>
      </TableCell>
      <TableCell className={BLOCK_CELL}>
        {status ? <StateBadge tone={status.tone}>{status.label}</StateBadge> : <Badge>{run.status}</Badge>}
      </TableCell>
      <TableCell className="whitespace-nowrap text-foreground-2 tabular-nums max-lg:hidden">{duration}</TableCell>
      <TableCell className="text-foreground-2 max-lg:hidden">{run.message}</TableCell>
    </TableRow>
  );
}
