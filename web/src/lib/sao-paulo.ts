/** The clocks of São Paulo, in the years with summer time too. */
import { SUMMER_TIMES } from '@/generated/summer-times';

const HOUR_MS = 60 * 60 * 1000;

/** By the browser's own zone data, so that no page carries the table; the server's engine has no Intl. */
const isSummer: (at: number) => boolean = import.meta.env.SSR ? isInTable : inZoneOfBrowser();

function isInTable(at: number): boolean {
  const hour = at / HOUR_MS;
  return SUMMER_TIMES.some(([from, to]) => from <= hour && hour < to);
}

function inZoneOfBrowser(): (at: number) => boolean {
  // biome-ignore lint/style/noRestrictedGlobals: only in the browser; a test compares it with the server's table
  const zone = new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', timeZoneName: 'shortOffset' });
  return (at) => !Number.isNaN(at) && zone.format(at).endsWith('-2');
}

/** The instant shifted so that its UTC fields are São Paulo's local time. */
export function wallClock(instant: string | number | Date): Date {
  const at = new Date(instant).getTime();
  return new Date(at - (isSummer(at) ? 2 : 3) * HOUR_MS);
}

/** The instant at which clocks show a local time such as `2026-11-24T12:31`; null where it is none. */
export function instantAt(local: string): Date | null {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return null;
  const inSummer = shown + 2 * HOUR_MS;
  return new Date(isSummer(inSummer) ? inSummer : shown + 3 * HOUR_MS);
}

/** The first instant of a day such as `2026-11-24`; null where it is none. */
export const startOfDay = (day: string): Date | null => instantAt(`${day}T00:00:00`);

/** The day so many days later, as `2026-11-24`. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
