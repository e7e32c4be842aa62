import { expect, test } from 'vitest';
import { figuresOf, monthlyPrice } from './price';

test.each([
  ['R$ 47', 'R$', '47', 47],
  ['R$ 1.197', 'R$', '1.197', 1197],
])('%s is a price in figures', (price, currency, amount, reais) => {
  expect(figuresOf({ price })).toEqual({ currency, amount });
  expect(monthlyPrice({ price })).toBe(reais);
});

test('words are not', () => {
  expect(figuresOf({ price: 'Sob consulta' })).toBeUndefined();
  expect(monthlyPrice({ price: 'Sob consulta' })).toBeUndefined();
});
