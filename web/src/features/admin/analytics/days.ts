import type { Bar } from '@/widgets/bar-chart';
import type { Figures } from './queries';

/** `2026-03-02` as `02/03`. */
export function shortDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

/** One bar for each day, days without views included, beside the same day of the period before. */
export function daily(days: readonly string[], before: readonly string[], counted: Figures['days']): Bar[] {
  const views = new Map(counted.map((row) => [row.day, row.views]));
  return days.map((day, index) => ({
    key: day,
    name: shortDay(day),
    value: views.get(day) ?? 0,
    before: views.get(before[index] ?? '') ?? 0,
  }));
}

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** `12% a mais que nos 30 dias anteriores` */
export function change(now: number, before: number, days: number): string {
  const period = `nos ${days} dias anteriores`;
  if (before === 0) return now === 0 ? '' : `Nenhuma ${period}`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `Como ${period}`;
  return `${Math.abs(percent)}% a ${percent > 0 ? 'mais' : 'menos'} que ${period}`;
}
