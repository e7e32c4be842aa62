/** What was done in lessons and is not stored by the server yet: kept in this browser, so that nothing is lost offline. */
import { mergeParts, type Part } from './played';

export interface Pending {
  position: number;
  /** When the position was measured, in milliseconds since 1970. */
  measuredAt: number;
  played: readonly Part[];
  isAtEnd: boolean;
}

type AllPending = Record<string, Pending>;

const keyOf = (userId: string) => `aulas-por-enviar:${userId}`;

function isPending(value: unknown): value is Pending {
  const { position, measuredAt, played } = (value ?? {}) as Partial<Pending>;
  return typeof position === 'number' && typeof measuredAt === 'number' && Array.isArray(played);
}

/** By lesson. Empty where storage is forbidden or its content is not ours. */
export function readPending(userId: string): AllPending {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, Pending] => isPending(entry[1])));
  } catch {
    return {};
  }
}

function write(userId: string, pending: AllPending): void {
  try {
    if (Object.keys(pending).length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(pending));
  } catch (reason) {
    console.warn('the progress could not be kept in this browser', reason);
  }
}

/** Adds what was done in a lesson to what waits. */
export function addPending(userId: string, lesson: string, done: Pending): void {
  const all = readPending(userId);
  const before = all[lesson];
  const newest = before && before.measuredAt > done.measuredAt ? before : done;
  write(userId, {
    ...all,
    [lesson]: {
      position: newest.position,
      measuredAt: newest.measuredAt,
      played: mergeParts([...(before?.played ?? []), ...done.played]),
      isAtEnd: done.isAtEnd || (before?.isAtEnd ?? false),
    },
  });
}

/** Takes lessons out, to send them. */
export function takePending(userId: string, most: number): AllPending {
  const entries = Object.entries(readPending(userId));
  write(userId, Object.fromEntries(entries.slice(most)));
  return Object.fromEntries(entries.slice(0, most));
}
