import { expect, test } from 'vitest';
import { centavos } from './charge-refund-dialog';
import { comparison, monthName, shortMonth } from './months';
import { money, renewal } from './text';

test('a month is formatted in every time zone', () => {
  expect(monthName('2026-03')).toBe('março de 2026');
  expect(['2026-01', '2026-12'].map(shortMonth)).toEqual(['jan', 'dez']);
});

test('a figure says how it moved since the month before', () => {
  expect(comparison(5, 3, '2026-10')).toBe('2 a mais que em outubro');
  expect(comparison(3, 5, '2026-10')).toBe('2 a menos que em outubro');
  expect(comparison(3, 3, '2026-10')).toBe('O mesmo que em outubro');
  expect(comparison(9_700, 4_700, '2026-10', money)).toBe('R$\u00a050,00 a mais que em outubro');
});

test('a renewal that does not come is said to be late', () => {
  const end = '2026-11-20T12:00:00Z';
  const at = (day: string) => renewal(end, Date.parse(day));
  expect(
    ['2026-11-19T12:00:00Z', '2026-11-20T20:00:00Z', '2026-11-21T13:00:00Z', '2026-11-25T13:00:00Z'].map(at),
  ).toEqual([
    'Renova em 20/11/2026',
    'Renovação em curso',
    'Renovação atrasada há 1 dia',
    'Renovação atrasada há 5 dias',
  ]);
});

test.each([
  ['97,00', 9_700],
  ['R$ 1.284,5', 128_450],
  ['12', 1_200],
  ['', undefined],
  ['-5', undefined],
  ['12.50', undefined],
  ['1,234', undefined],
  ['dez', undefined],
])('the amount %j is %s centavos', (text, amount) => {
  expect(centavos(text)).toBe(amount);
});
