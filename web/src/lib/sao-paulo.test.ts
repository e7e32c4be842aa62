import { expect, test } from 'vitest';
import { formatDate, formatDateTime, isoDay } from './format';
import { daysLater, instantAt, startOfDay } from './sao-paulo';

test.each([
  ['2018-12-15T02:30:00Z', '15/12/2018 00:30'],
  ['2018-12-15T01:59:00Z', '14/12/2018 23:59'],
  ['2019-02-17T01:30:00Z', '16/02/2019 23:30'],
  ['2019-02-17T02:30:00Z', '16/02/2019 23:30'],
  ['2019-12-15T02:30:00Z', '14/12/2019 23:30'],
  ['1985-12-01T02:10:00Z', '01/12/1985 00:10'],
  ['2026-11-24T02:59:59.999Z', '23/11/2026 23:59'],
])('%s is %s in São Paulo', (instant, shown) => {
  expect(formatDateTime(instant)).toBe(shown);
  expect(formatDate(instant)).toBe(shown.slice(0, 10));
});

test.each([
  ['2026-11-24T12:31', '2026-11-24T15:31:00.000Z'],
  ['2018-12-15T00:30', '2018-12-15T02:30:00.000Z'],
  // Clocks skipped it.
  ['2018-11-04T00:30', '2018-11-04T03:30:00.000Z'],
  // Clocks showed it twice.
  ['2019-02-16T23:30', '2019-02-17T01:30:00.000Z'],
  ['2019-02-17T00:00', '2019-02-17T03:00:00.000Z'],
])('%s in São Paulo is %s', (local, instant) => {
  expect(instantAt(local)?.toISOString()).toBe(instant);
});

test('a day begins at its first instant, also at a clock change', () => {
  expect(startOfDay('2018-11-04')?.toISOString()).toBe('2018-11-04T03:00:00.000Z');
  expect(isoDay('2018-11-04T03:00:00Z')).toBe('2018-11-04');
  expect(isoDay('2018-11-04T02:59:59Z')).toBe('2018-11-03');
  expect(daysLater('2018-11-03', 1)).toBe('2018-11-04');
  expect(startOfDay('nunca')).toBeNull();
});
