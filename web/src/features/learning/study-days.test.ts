import { describe, expect, it } from 'vitest';
import { dayOf, mondayOf, weeksInARow, weeksOf } from './study-days';

// A Tuesday.
const NOW = Date.parse('2026-11-24T12:00:00Z');

describe('study days', () => {
  it('begin at midnight in São Paulo', () => {
    expect(dayOf(Date.parse('2026-11-25T02:59:00Z'))).toBe('2026-11-24');
    expect(mondayOf('2026-11-24')).toBe('2026-11-23');
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  });

  it('are summed by week', () => {
    const weeks = weeksOf(
      [
        { day: '2026-11-23', seconds: 60, lessons: 1 },
        { day: '2026-11-24', seconds: 30, lessons: 0 },
        { day: '2026-11-16', seconds: 10, lessons: 0 },
      ],
      NOW,
    );
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({ monday: '2026-11-23', seconds: 90, lessons: 1 });
    expect(weeks.at(-2)?.seconds).toBe(10);
  });

  it('count weeks in a row, the current one only if active', () => {
    const days = (...list: string[]) => list.map((day) => ({ day, seconds: 60, lessons: 0 }));
    expect(weeksInARow(weeksOf(days('2026-11-09', '2026-11-17'), NOW))).toBe(2);
    expect(weeksInARow(weeksOf(days('2026-11-09', '2026-11-17', '2026-11-24'), NOW))).toBe(3);
    expect(weeksInARow(weeksOf(days('2026-11-09'), NOW))).toBe(0);
    expect(weeksInARow(weeksOf([], NOW))).toBe(0);
  });
});
