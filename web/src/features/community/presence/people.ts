/** People who are shown as present or as writing, and the ends of those states. */

/** A person who left is shown for as long: pages reload, connections are lost for a moment. */
export const GRACE_MS = 10_000;
/** Time after the last key for which a person is shown as writing. */
export const TYPING_MS = 6_000;
/** Interval at which others are informed of writing, at most. */
export const SIGNAL_MS = 3_000;

/** Time until which each person is shown. It has no end while the person is present. */
export type PresentUntil = ReadonlyMap<string, number>;

/** Returns the people who are shown after the server has named those present. Several tabs of a person are one. */
export function present(shown: PresentUntil, here: Iterable<string>, now: number): PresentUntil {
  const present = new Set(here);
  const next = new Map<string, number>();
  for (const [person, until] of shown) {
    const end = until === Number.POSITIVE_INFINITY ? now + GRACE_MS : until;
    if (present.has(person)) next.set(person, Number.POSITIVE_INFINITY);
    else if (end > now) next.set(person, end);
  }
  for (const person of present) next.set(person, Number.POSITIVE_INFINITY);
  return next;
}

export interface Writing {
  /** The conversation. */
  place: string;
  until: number;
}

export type Writers = ReadonlyMap<string, Writing>;

/** Returns the writers after a signal of one person. `place` is empty if the person has stopped. */
export function writing(writers: Writers, person: string, place: string, now: number): Writers {
  const next = new Map(writers);
  if (place) next.set(person, { place, until: now + TYPING_MS });
  else next.delete(person);
  return next;
}

/** Returns the entries of both that have not ended at an instant. */
export function current(shown: PresentUntil, writers: Writers, now: number): { shown: PresentUntil; writers: Writers } {
  return {
    shown: new Map([...shown].filter(([, until]) => until > now)),
    writers: new Map([...writers].filter(([, { until }]) => until > now)),
  };
}

/** The next instant at which somebody is shown no more. */
export function nextEnd(shown: PresentUntil, writers: Writers): number {
  return Math.min(...shown.values(), ...[...writers.values()].map(({ until }) => until));
}

/** `Ana está escrevendo…`; of several, at most two by name. */
export function writingText(names: readonly string[]): string {
  const [first = '', second = ''] = names.map((name) => name.split(' ')[0] ?? name);
  if (names.length === 0) return '';
  if (names.length === 1) return `${first} está escrevendo`;
  return names.length === 2 ? `${first} e ${second} estão escrevendo` : `${names.length} pessoas estão escrevendo`;
}
