import { formatCount, formatLongDate, formatNumber } from '@/lib/format';

/** `2026-11` as `novembro de 2026`. */
export function monthName(month: string): string {
  return formatLongDate(`${month}-15T12:00:00Z`).replace(/^\d+ de /, '');
}

/** `2026-11` as `nov`. */
export const shortMonth = (month: string): string => monthName(month).slice(0, 3);

/** A figure beside the one of the month before: `2 a mais que em outubro`. */
export function comparison(now: number, before: number, month: string, amount = formatNumber): string {
  const [name] = monthName(month).split(' ');
  if (now === before) return `O mesmo que em ${name}`;
  return `${amount(Math.abs(now - before))} a ${now > before ? 'mais' : 'menos'} que em ${name}`;
}

export const giftsText = (courtesies: number): string =>
  courtesies === 0 ? 'Todos pagantes' : `${formatCount(courtesies, 'por cortesia', 'por cortesia')}`;
