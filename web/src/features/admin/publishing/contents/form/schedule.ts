/** Times of publication as they are entered: São Paulo's local time, which has been -03:00 all year since 2019. */
const OFFSET_MS = 3 * 60 * 60 * 1000;

/** `2026-11-24T12:31` of an instant; empty without one. */
export function localTime(instant: string): string {
  return instant ? new Date(Date.parse(instant) - OFFSET_MS).toISOString().slice(0, 16) : '';
}

/** The instant of a local time; empty where it is none. */
export function instantOf(local: string): string {
  const at = Date.parse(`${local}:00.000Z`);
  return Number.isNaN(at) ? '' : new Date(at + OFFSET_MS).toISOString();
}
