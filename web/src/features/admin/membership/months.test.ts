import { expect, test } from 'vitest';
import { comparison, monthName, shortMonth } from './months';
import { money } from './text';

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
