/**
 * Dates and numbers in Brazilian format, without Intl: the server's engine has none, and both sides must print the same
 * bytes. Dates are in São Paulo time.
 */
import { wallClock } from './sao-paulo';

const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

const pad = (value: number) => String(value).padStart(2, '0');

/** `14/11/2025` */
export function formatDate(instant: string | number | Date): string {
  const date = wallClock(instant);
  return `${pad(date.getUTCDate())}/${pad(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
}

/** `14 de novembro de 2025` */
export function formatLongDate(instant: string | number | Date): string {
  const date = wallClock(instant);
  const day = date.getUTCDate() === 1 ? '1º' : String(date.getUTCDate());
  return `${day} de ${MONTHS[date.getUTCMonth()]} de ${date.getUTCFullYear()}`;
}

/** `14 nov.` */
export function formatShortDate(instant: string | number | Date): string {
  const date = wallClock(instant);
  const month = MONTHS[date.getUTCMonth()] ?? '';
  return `${date.getUTCDate()} ${month.slice(0, 3)}.`;
}

/** `14/11/2025 09:30` */
export function formatDateTime(instant: string | number | Date): string {
  const date = wallClock(instant);
  return `${formatDate(instant)} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
}

/** `2025-11-14`, the day in São Paulo, for `<time datetime>` and structured data. */
export function isoDay(instant: string | number | Date): string {
  return wallClock(instant).toISOString().slice(0, 10);
}

export function currentYear(now: number = Date.now()): number {
  return wallClock(now).getUTCFullYear();
}

/** `1.284,00`; `fractionDigits` defaults to none. */
export function formatNumber(value: number, fractionDigits = 0): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(fractionDigits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  const sign = value < 0 && Number(value.toFixed(fractionDigits)) !== 0 ? '-' : '';
  return sign + grouped + (fraction ? `,${fraction}` : '');
}

/** `R$ 1.284,00`, with a space that does not break. */
export function formatCurrency(value: number): string {
  return `R$\u00a0${formatNumber(value, 2)}`;
}

/** `1 conteúdo`, `3 conteúdos`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;

/** Formats `agora`, `há 5 min`, `há 4 horas`, `há 2 dias`, or the date after `mostDays`. */
export function formatAgo(instant: string | number | Date, now: number, mostDays = WEEK_DAYS): string {
  const passed = now - new Date(instant).getTime();
  if (passed < MINUTE_MS) return 'agora';
  if (passed < HOUR_MS) return `há ${Math.floor(passed / MINUTE_MS)} min`;
  if (passed < DAY_MS) return `há ${formatCount(Math.floor(passed / HOUR_MS), 'hora', 'horas')}`;
  const days = Math.floor(passed / DAY_MS);
  return days < mostDays ? `há ${formatCount(days, 'dia', 'dias')}` : formatDate(instant);
}
