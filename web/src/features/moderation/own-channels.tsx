import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask, type Selected } from '@/lib/backend';
import { formatDate } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Loaded } from '@/ui/loaded';

const DECIDED_COLUMNS = 'id,name,is_approved,reason,decided_at';

type Decided = Selected<'channel_decisions', typeof DECIDED_COLUMNS>;

const MAX_CHANNELS = 20;

export function ownChannelsQuery(userId: string) {
  return queryOptions({
    queryKey: ['moderation', 'own-channels', userId],
    queryFn: ({ signal }): Promise<Decided[]> =>
      ask((client) =>
        client
          .from('channel_decisions')
          .select(DECIDED_COLUMNS)
          .eq('user_id', userId)
          .order('decided_at', { ascending: false })
          .limit(MAX_CHANNELS)
          .abortSignal(signal),
      ),
  });
}

/** Decisions on the channels that the person asked for. */
export function OwnChannels({ userId }: { userId: string }) {
  const decided = useQuery(ownChannelsQuery(userId));
  return (
    <Loaded
      query={decided}
      failed="Não foi possível carregar os pedidos de canal."
      loading="Carregando os pedidos de canal"
      skeleton={['h-12 w-full']}
      empty={<p className="type-ui text-muted-foreground">Nenhum pedido de canal foi decidido.</p>}
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row.id} className="border-t border-border py-4 first:border-t-0">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-label wrap-anywhere">{row.name}</span>
                <Badge tone="line">{row.is_approved ? 'Aprovado' : 'Recusado'}</Badge>
                {row.decided_at && (
                  <span className="text-small text-muted-foreground">{formatDate(row.decided_at)}</span>
                )}
              </p>
              {row.reason && <p className="mt-1.5 leading-normal whitespace-pre-wrap wrap-anywhere">{row.reason}</p>}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
