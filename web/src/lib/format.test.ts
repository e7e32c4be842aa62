import { describe, expect, test } from 'vitest';
import {
  currentYear,
  formatCount,
  formatCurrency,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatNumber,
  formatShortDate,
  isoDay,
} from './format';

describe('dates are read on the clock of São Paulo', () => {
  test('an instant after midnight in UTC is still the evening before', () => {
    expect(formatDate('2025-11-15T02:59:59Z')).toBe('14/11/2025');
    expect(formatDate('2025-11-15T03:00:00Z')).toBe('15/11/2025');
    expect(isoDay('2025-11-15T02:59:59+00:00')).toBe('2025-11-14');
    expect(formatDateTime('2025-01-01T02:05:00Z')).toBe('31/12/2024 23:05');
    expect(currentYear(Date.parse('2026-01-01T01:00:00Z'))).toBe(2025);
  });

  test('the long form is a sentence, with an ordinal first day', () => {
    expect(formatLongDate('2025-11-14T12:00:00Z')).toBe('14 de novembro de 2025');
    expect(formatLongDate('2026-03-01T12:00:00Z')).toBe('1º de março de 2026');
    expect(formatShortDate('2025-11-15T02:00:00Z')).toBe('14 nov.');
  });
});

describe('numbers are written as in Brazil', () => {
  test.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [1284, 2, '1.284,00'],
    [1234567.891, 2, '1.234.567,89'],
    [-1500.5, 1, '-1.500,5'],
    [-0.001, 2, '0,00'],
  ])('%d with %d digits', (value, digits, text) => {
    expect(formatNumber(value, digits)).toBe(text);
  });

  test('money does not break between sign and amount', () => {
    expect(formatCurrency(1284)).toBe('R$\u00a01.284,00');
  });

  test('one and many', () => {
    expect(formatCount(1, 'conteúdo', 'conteúdos')).toBe('1 conteúdo');
    expect(formatCount(0, 'conteúdo', 'conteúdos')).toBe('0 conteúdos');
  });
});
