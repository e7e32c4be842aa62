/**
 * Changes of rows as they are committed, for the pages that show them. A page fetches, subscribes once it is shown,
 * fetches again, and applies what arrived meanwhile (`eventsSince`): so nothing is missed in between. After every
 * interruption it fetches again.
 */
import type { Row, TableName } from './backend';

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

/** Number of events that are remembered for fetches under way. */
const MAX_EVENTS = 1_000;

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
  if (remembered.length > MAX_EVENTS) {
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
