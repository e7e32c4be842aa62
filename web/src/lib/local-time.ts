/** Times of publication as they are entered: São Paulo's local time. */
import { instantAt, wallClock } from '@/lib/sao-paulo';

/** `2026-11-24T12:31` of an instant; empty without one. */
export function localTime(instant: string): string {
  return instant ? wallClock(instant).toISOString().slice(0, 16) : '';
}

/** The instant of a local time; empty where it is none. */
export function instantOf(local: string): string {
  return instantAt(`${local}:00.000`)?.toISOString() ?? '';
}
