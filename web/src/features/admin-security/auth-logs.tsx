import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actionName, reasonOf } from '@/lib/auth-log';
import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { StateBadge } from '@/ui/state-badge';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import { toast } from '@/ui/toast';
import { BLOCK_CELL, BLOCK_ROW, LogBar, LogSkeleton } from './log-bar';
import { type AuthEvent, authLogsQuery, type Outcome, useCleanAuthLogs } from './queries';
import { authLogText, failed, loadAdvice } from './text';

const OUTCOMES: readonly { value: Outcome; label: string }[] = [
  { value: 'all', label: 'Todos os resultados' },
  { value: 'success', label: 'Sucesso' },
  { value: 'failure', label: 'Falha' },
];

/** The latest events of the accounts, of one outcome or of both. */
export function AuthLogs() {
  const [outcome, setOutcome] = useState<Outcome>('all');
  const logs = useQuery(authLogsQuery(outcome));
  const clean = useCleanAuthLogs();
  const onClean = () =>
    clean.mutate(undefined, {
      onSuccess: () => toast(authLogText.cleaned),
      onError: (reason) => {
        console.error('old events could not be removed', reason);
        toast(failed(authLogText.cleanFailed, reason));
      },
    });
  return (
    <section>
      <LogBar
        title={authLogText.title}
        label="Resultado"
        options={OUTCOMES}
        value={outcome}
        onChange={(asked) => setOutcome(OUTCOMES.find(({ value }) => value === asked)?.value ?? 'all')}
      >
        <Button variant="line" size="small" busy={clean.isPending} busyLabel="Limpando..." onClick={onClean}>
          Limpar Antigos
        </Button>
      </LogBar>
      {logs.data ? (
        logs.data.length > 0 ? (
          <Events events={logs.data} />
        ) : (
          <Empty {...authLogText.empty} />
        )
      ) : logs.isError ? (
        <ErrorNotice title={authLogText.loadFailed} description={loadAdvice} onRetry={() => void logs.refetch()} />
      ) : (
        <LogSkeleton label="Carregando os logs de autenticação" />
      )}
    </section>
  );
}

function Events({ events }: { events: readonly AuthEvent[] }) {
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          <TableHeadCell className="w-44">Quando</TableHeadCell>
          <TableHeadCell>Evento</TableHeadCell>
          <TableHeadCell className="w-32">Resultado</TableHeadCell>
          <TableHeadCell>Conta</TableHeadCell>
          <TableHeadCell className="w-40">IP</TableHeadCell>
          <TableHeadCell>Motivo</TableHeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </tbody>
    </Table>
  );
}

function EventRow({ event }: { event: AuthEvent }) {
  const when = formatDateTime(event.created_at);
  // An account without a name is told from others by the beginning of its id.
  const account = event.person ?? event.user_id?.slice(0, 8) ?? 'Não identificada';
  return (
    <TableRow className={BLOCK_ROW}>
      <TableCell className="whitespace-nowrap text-foreground-2 tabular-nums max-lg:hidden">
        <time dateTime={event.created_at}>{when}</time>
      </TableCell>
      <TableCell className={BLOCK_CELL}>
        <span className="block">{actionName(event.action)}</span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[when, account, event.ip_address].filter(Boolean).join(' · ')}
        </span>
        {event.error_message && <span className="block type-meta lg:hidden">{reasonOf(event.error_message)}</span>}
      </TableCell>
      <TableCell className={BLOCK_CELL}>
        {event.success ? (
          <StateBadge tone="success">Sucesso</StateBadge>
        ) : (
          <StateBadge tone="failure">Falha</StateBadge>
        )}
      </TableCell>
      <TableCell className="text-foreground-2 max-lg:hidden">{account}</TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">{event.ip_address}</TableCell>
      <TableCell className="text-foreground-2 max-lg:hidden">
        {event.error_message && reasonOf(event.error_message)}
      </TableCell>
    </TableRow>
  );
}
