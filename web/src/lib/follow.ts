/** Follows rows through the client library, which is fetched for it. */
import {
  getClient,
  getLiveClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type TableName,
} from './backend';
import { type Followed, type LiveEvent, type LiveHandlers, remember } from './live-events';

/** Time for which an interruption lasts before it is shown. */
const OFFLINE_MS = 5_000;
/** A page that was hidden for longer may have been asleep: it fetches again. */
const ASLEEP_MS = 30_000;

let channels = 0;

export interface Connected extends LiveHandlers {
  onConnection: (offline: boolean) => void;
}

/** Follows rows until the returned function is called. */
export function follow(followed: readonly Followed[], handlers: Connected): () => void {
  let stopped = false;
  let channel: RealtimeChannel | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const connected = (live: boolean) => {
    if (live) {
      clearTimeout(waiting);
      waiting = undefined;
      handlers.onConnection(false);
    } else {
      waiting ??= setTimeout(() => handlers.onConnection(true), OFFLINE_MS);
    }
  };
  const stopWatching = watchSleep(handlers.onGap);
  getLiveClient()
    .then((client) => {
      if (stopped) return;
      channels += 1;
      channel = client.channel(`pagina-${channels}`);
      for (const { table, filter } of followed) {
        channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table, ...(filter ? { filter } : {}) },
          (payload) => {
            const event = eventOf(table, payload);
            remember(event);
            handlers.onEvent(event);
          },
        );
      }
      channel.subscribe((status) => {
        if (stopped) return;
        connected(status === 'SUBSCRIBED');
        if (status === 'SUBSCRIBED') handlers.onGap();
      });
    })
    .catch((reason: unknown) => {
      console.error('changes cannot be followed', reason);
      connected(false);
    });
  return () => {
    stopped = true;
    clearTimeout(waiting);
    stopWatching();
    if (channel) void removeChannel(channel);
  };
}

async function removeChannel(channel: RealtimeChannel): Promise<void> {
  const client = await getClient();
  await client.removeChannel(channel);
}

function eventOf(
  table: TableName,
  { eventType, new: after, old: before }: RealtimePostgresChangesPayload<Record<string, unknown>>,
): LiveEvent {
  return { table, type: eventType, row: (eventType === 'DELETE' ? before : after) as LiveEvent['row'] };
}

/**
 * A browser suspends hidden pages, and the socket reconnects with the token it had: the present one is passed on first.
 */
function watchSleep(onGap: () => void): () => void {
  let hiddenAt: number | undefined;
  const onChange = () => {
    if (document.hidden) {
      hiddenAt = Date.now();
      return;
    }
    const asleep = hiddenAt !== undefined && Date.now() - hiddenAt > ASLEEP_MS;
    hiddenAt = undefined;
    if (!asleep) return;
    getClient()
      .then((client) => client.realtime.setAuth())
      .then(onGap)
      .catch((reason: unknown) => console.error('changes cannot be followed', reason));
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
