/**
 * Changes of rows as they are committed, for the pages that show them. A page subscribes, fetches, and applies what arrived
 * meanwhile (`eventsSince`): so nothing is missed between the two. After every interruption it fetches again.
 */
import { useEffect, useRef, useState } from 'react';
import {
  getClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type Row,
  type TableName,
} from './backend';

/** A committed change of one row. Deletions have the row's key only; so has a row that may no longer be read. */
export interface LiveEvent<T extends TableName = TableName> {
  table: T;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  row: Partial<Row<T>>;
}

/** Rows that a page follows; `filter` as in `postgres_changes`, `channel_id=eq.1`. */
export interface Followed {
  table: TableName;
  filter?: string | undefined;
}

/** How many events are remembered for fetches under way. */
const REMEMBERED = 1_000;
/** A page that was hidden for longer may have been asleep: it fetches again. */
const ASLEEP_MS = 30_000;
/** Shorter interruptions are not shown. */
const OFFLINE_MS = 5_000;

const remembered: LiveEvent[] = [];
let forgotten = 0;

/** The position after the newest event; given to `eventsSince` when a fetch that began here has ended. */
export const position = (): number => forgotten + remembered.length;

/** The events of a table after a position, the oldest first. */
export function eventsSince<T extends TableName>(since: number, table: T): LiveEvent<T>[] {
  const later = remembered.slice(Math.max(0, since - forgotten));
  return later.filter((event): event is LiveEvent<T> => event.table === table);
}

export function remember(event: LiveEvent): void {
  remembered.push(event);
  if (remembered.length > REMEMBERED) {
    remembered.shift();
    forgotten += 1;
  }
}

export interface LiveHandlers {
  /** Called for each change, in the order of the commits. */
  onEvent: (event: LiveEvent) => void;
  /** Called whenever changes may have been missed: at the start, after an interruption, after the page was asleep. */
  onGap: () => void;
}

let channels = 0;

/** Follows rows while the component is mounted. Returns true while changes have not arrived for more than five seconds. */
export function useLive(followed: readonly Followed[], handlers: LiveHandlers): boolean {
  const [offline, setOffline] = useState(false);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const key = JSON.stringify(followed);
  useEffect(() => {
    const stop = follow(JSON.parse(key), {
      onEvent: (event) => latest.current.onEvent(event),
      onGap: () => latest.current.onGap(),
      onConnection: setOffline,
    });
    return stop;
  }, [key]);
  return offline;
}

interface Connected extends LiveHandlers {
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
  getClient()
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
