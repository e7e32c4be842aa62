/**
 * Progress in lessons that the server has not stored yet. It is kept in this browser, so that nothing is lost offline.
 */
import { mergeParts, type Part } from './played';

export interface Pending {
  position: number;
  /** Time at which the position was measured, in milliseconds since 1970. */
  measuredAt: number;
  played: readonly Part[];
  isAtEnd: boolean;
}

export type AllPending = Readonly<Record<string, Pending>>;

/** Lessons in one report: with their parts they stay below what the server reads of a request, 16 KB. */
const MAX_LESSONS = 10;
/** Parts of one lesson in one report. */
const MAX_PARTS = 50;

const keyOf = (userId: string) => `aulas-por-enviar:${userId}`;

function isPending(value: unknown): value is Pending {
  const { position, measuredAt, played } = (value ?? {}) as Partial<Pending>;
  return typeof position === 'number' && typeof measuredAt === 'number' && Array.isArray(played);
}

/** Reads the progress that was kept, by lesson. It is empty if storage is forbidden or its content is not ours. */
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

/** Takes out what one report may hold, to send it; the rest goes on waiting. */
export function takePending(userId: string): AllPending {
  const entries = Object.entries(readPending(userId));
  const taken = entries.slice(0, MAX_LESSONS);
  const long = taken.filter(([, { played }]) => played.length > MAX_PARTS);
  const rest = long.map(([lesson, done]) => [lesson, { ...done, played: done.played.slice(MAX_PARTS) }] as const);
  write(userId, Object.fromEntries([...rest, ...entries.slice(MAX_LESSONS)]));
  return Object.fromEntries(
    taken.map(([lesson, done]) => [lesson, { ...done, played: done.played.slice(0, MAX_PARTS) }]),
  );
}

/** Puts back what could not be sent. */
export function returnPending(userId: string, pending: AllPending): void {
  for (const [lesson, done] of Object.entries(pending)) addPending(userId, lesson, done);
}

export const hasPending = (userId: string): boolean => Object.keys(readPending(userId)).length > 0;
