import { expect, test } from 'vitest';
import { daily, shortDay } from './days';
import { shownDays } from './queries';

test('thirty days end with today in São Paulo', () => {
  const days = shownDays(Date.parse('2026-03-02T02:59:00Z'));
  expect(days).toHaveLength(30);
  expect([days[0], days.at(-1)]).toEqual(['2026-01-31', '2026-03-01']);
});

test('a day without visits stands in its place with none', () => {
  expect(daily(['2026-03-01', '2026-03-02'], [{ day: '2026-03-02', views: 7 }])).toEqual([
    { day: '2026-03-01', views: 0 },
    { day: '2026-03-02', views: 7 },
  ]);
  expect(shortDay('2026-03-02')).toBe('02/03');
});
