import type { Figures } from './queries';

export interface DayViews {
  /** `YYYY-MM-DD` */
  day: string;
  views: number;
}

/** One entry for each day, days without views included. */
export function daily(days: readonly string[], counted: Figures['days']): DayViews[] {
  const views = new Map(counted.map((row) => [row.day, row.views]));
  return days.map((day) => ({ day, views: views.get(day) ?? 0 }));
}

export function shortDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
