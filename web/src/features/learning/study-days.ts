/** Weeks of the member's study. */
import { isoDay } from '@/lib/format';
import type { StudyDay } from './queries';

const DAY_MS = 24 * 60 * 60 * 1000;
export const WEEKS = 12;

/** The day of São Paulo: `2026-11-24`. */
export const dayOf = (instant: number): string => isoDay(instant);

const noon = (day: string): number => Date.parse(`${day}T15:00:00Z`);

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = (new Date(noon(day)).getUTCDay() + 6) % 7;
  return dayOf(noon(day) - weekday * DAY_MS);
}

export interface StudyWeek {
  /** Monday of the week. */
  monday: string;
  seconds: number;
  lessons: number;
}

/** The last weeks, the oldest first, empty ones included. */
export function weeksOf(days: readonly StudyDay[], now: number): readonly StudyWeek[] {
  const present = noon(mondayOf(dayOf(now)));
  return Array.from({ length: WEEKS }, (_, index) => {
    const monday = dayOf(present - (WEEKS - 1 - index) * 7 * DAY_MS);
    const within = days.filter(({ day }) => mondayOf(day) === monday);
    const sum = (value: (day: StudyDay) => number) => within.reduce((total, day) => total + value(day), 0);
    return { monday, seconds: sum(({ seconds }) => seconds), lessons: sum(({ lessons }) => lessons) };
  });
}

/** Weeks in a row with study, up to now; the present week does not break it while it lasts. */
export function weeksInARow(weeks: readonly StudyWeek[]): number {
  const past = weeks.toReversed();
  const first = past[0]?.seconds || past[0]?.lessons ? 0 : 1;
  const broken = past.findIndex((week, index) => index >= first && !week.seconds && !week.lessons);
  return (broken < 0 ? past.length : broken) - first;
}
