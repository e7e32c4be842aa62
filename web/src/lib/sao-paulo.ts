/** The clocks of São Paulo, in the years with summer time too, without Intl: the server's engine has none. */
import { CLOCK_CHANGES } from '@/generated/summer-times';

const HOUR_MS = 60 * 60 * 1000;

function isSummer(at: number): boolean {
  let hoursLeft = at / HOUR_MS;
  const next = CLOCK_CHANGES.findIndex((hours) => {
    hoursLeft -= hours;
    return hoursLeft < 0;
  });
  return next % 2 === 1;
}

/** The instant shifted so that its UTC fields are São Paulo's local time. */
export function wallClock(instant: string | number | Date): Date {
  const at = new Date(instant).getTime();
  return new Date(at - (isSummer(at) ? 2 : 3) * HOUR_MS);
}

/** The instant at which clocks show a local time such as `2026-11-24T12:31`. Returns `null` if it is none. */
export function instantAt(local: string): Date | null {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return null;
  const inSummer = shown + 2 * HOUR_MS;
  return new Date(isSummer(inSummer) ? inSummer : shown + 3 * HOUR_MS);
}

/** The first instant of a day such as `2026-11-24`. Returns `null` if it is none. */
export const startOfDay = (day: string): Date | null => instantAt(`${day}T00:00:00`);

/** Returns the day `days` later, as `2026-11-24`. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
