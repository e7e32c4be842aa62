/** Times of publication as they are entered: São Paulo's local time. */
import { instantAt, wallClock } from '@/lib/sao-paulo';

/** `2026-11-24T12:31` of an instant; empty where there is none or it is incomplete. */
export function localTime(instant: string): string {
  return instant && instant !== INCOMPLETE_TIME ? wallClock(instant).toISOString().slice(0, 16) : '';
}

/** Stands for what is typed and not a whole time yet, so that it is not saved as none. */
export const INCOMPLETE_TIME = 'incomplete';

export const INCOMPLETE_TIME_ERROR = 'Complete o dia e a hora, ou apague os dois.';

export const FUTURE_TIME_ERROR = 'Escolha um horário no futuro.';

/** The instant of a local time; [`INCOMPLETE_TIME`] where it is none. */
export function instantOf(local: string): string {
  return instantAt(`${local}:00.000`)?.toISOString() ?? INCOMPLETE_TIME;
}

/** An instant as a field has it; empty without one, and for a text that is none. */
export function instantText(text: string | null | undefined): string {
  return text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : '';
}

/** True of an instant that is still to come. */
export const isAhead = (instant: string): boolean => Date.parse(instant) > Date.now();
