import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedSession } from '@/generated/functions';
import { deviceName } from '@/lib/device';
import { formatCount, formatDateTime } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { usePerson } from './account';
import { done, Setting, showFailure } from './setting';

function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: async () => (await functionAnswer('list-sessions')).sessions,
    staleTime: 0,
  });
}

export function Sessions() {
  const { id } = usePerson();
  const sessions = useQuery(sessionsQuery(id));
  const [asking, setAsking] = useState(false);
  const end = useEnd();
  if (sessions.isError) return <LoadFailed title="As sessões não puderam ser lidas." query={sessions} />;
  if (!sessions.data) {
    return (
      <Loading label="Carregando as sessões">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  const others = sessions.data.filter(({ is_current }) => !is_current).length;
  // This session first: the others are compared with it.
  const shown = [...sessions.data].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <>
      {shown.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
      {others > 0 && (
        <div className="mt-6 flex max-sm:*:w-full">
          <Button variant="line" size="small" busy={end.isPending} onClick={() => setAsking(true)}>
            Encerrar todas as outras
          </Button>
        </div>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Encerrar as outras sessões?"
        description={`${formatCount(others, 'outro aparelho terá', 'outros aparelhos terão')} de entrar de novo. Este continua aberto.`}
        actionLabel="Encerrar"
        onAction={() => {
          setAsking(false);
          end.mutate('others');
        }}
      />
    </>
  );
}

function useEnd() {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (session: string) => functionAnswer('end-session', { session_id: session }),
    onSuccess: () => toast(done('Sessão encerrada', 'O acesso por lá terminou agora.')),
    onError: (error) => showFailure('A sessão não foi encerrada', error),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery(id)),
  });
}

function SessionRow({ session }: { session: ListedSession }) {
  const end = useEnd();
  const device = deviceName(session.user_agent);
  const place = placeOf(session.ip_address);
  return (
    <Setting
      title={device}
      about={
        <>
          <span className="block">{place}</span>
          <span className="block tabular-nums">Último uso em {formatDateTime(session.last_used_at)}</span>
        </>
      }
      action={
        session.is_current ? (
          <Badge tone="line">Esta sessão</Badge>
        ) : (
          <Button
            variant="line"
            size="small"
            busy={end.isPending}
            busyLabel="Encerrando..."
            onClick={() => end.mutate(session.id)}
          >
            Encerrar<span className="sr-only"> {device}</span>
          </Button>
        )
      }
    />
  );
}

/** Returns the network of a session's address, with the rest hidden: `Endereço 203.0.113.…`, `Rede local`. */
export function placeOf(address: string | null): string {
  if (!address) return 'Endereço desconhecido';
  if (address === '::1' || address.startsWith('127.')) return 'Rede local';
  const v4 = address.split('.');
  if (v4.length === 4) return `Endereço ${v4.slice(0, 3).join('.')}.…`;
  return `Endereço ${address.split(':').slice(0, 3).join(':')}:…`;
}
