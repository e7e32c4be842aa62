import { expect, test } from 'vitest';
import { figuresOf, monthlyPrice, soldFor, yearInMonths, yearlyPrice } from './price';

test.each([
  ['R$ 47', 'R$', '47', 47],
  ['R$ 1.197', 'R$', '1.197', 1197],
  ['R$ 47,90', 'R$', '47,90', 47.9],
])('%s is a price in figures', (price, currency, amount, reais) => {
  expect(figuresOf({ price })).toEqual({ currency, amount });
  expect(monthlyPrice({ price })).toBe(reais);
});

test('a price in words has no figures', () => {
  expect(figuresOf({ price: 'Sob consulta' })).toBeUndefined();
  expect(monthlyPrice({ price: 'Sob consulta' })).toBeUndefined();
});

test('a plan is sold by the year where both prices are figures', () => {
  expect(yearlyPrice({ price: 'R$ 97', yearly: 'R$ 1.067' })).toBe(1067);
  expect(yearlyPrice({ price: 'R$ 97' })).toBeUndefined();
  expect(yearlyPrice({ price: 'Sob consulta', yearly: 'R$ 1.067' })).toBeUndefined();
  expect(soldFor({ price: 'R$ 97' }, 'year')).toBe('month');
  expect(soldFor({ price: 'R$ 97', yearly: 'R$ 970' }, 'year')).toBe('year');
});

test.each([
  [47, 470, 'R$ 39,17 por mês, dois meses a menos'],
  [97, 1067, 'R$ 88,92 por mês, um mês a menos'],
  [97, 1000, 'R$ 83,33 por mês, R$ 164,00 a menos'],
  [47.9, 479, 'R$ 39,92 por mês, dois meses a menos'],
  [97, 1164, 'R$ 97,00 por mês'],
  [97, 1200, 'R$ 100,00 por mês'],
])('of %d by the month, %d by the year is %s', (month, year, words) => {
  expect(yearInMonths(month, year).replaceAll('\u00a0', ' ')).toBe(words);
});
