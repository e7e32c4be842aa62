import type { Bar } from '@/widgets/bar-chart';

/** `2026-03-02` as `02/03`. */
export function shortDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

/** One bar for each day, days without views included, beside the same day of the period before. */
export function daily(
  days: readonly string[],
  before: readonly string[],
  counted: readonly { day: string; views: number }[],
): Bar[] {
  const views = new Map(counted.map((row) => [row.day, row.views]));
  return days.map((day, index) => ({
    key: day,
    name: shortDay(day),
    value: views.get(day) ?? 0,
    before: views.get(before[index] ?? '') ?? 0,
  }));
}

/** Visits of each day, of all groups of sources or of one. */
export function visitDays(
  counted: readonly { day: string; kind: string; visits: number }[],
  kind: string | undefined,
): { day: string; views: number }[] {
  const days = new Map<string, number>();
  for (const row of counted) {
    if (kind === undefined || row.kind === kind) days.set(row.day, (days.get(row.day) ?? 0) + row.visits);
  }
  return [...days].map(([day, views]) => ({ day, views }));
}

/** The sums of the period and of the one before. */
export function totals(bars: readonly Bar[]): [now: number, before: number] {
  return [sum(bars.map(({ value }) => value)), sum(bars.map(({ before = 0 }) => before))];
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
