import { expect, test } from 'vitest';
import { hasPix, paymentWords } from './payment-methods';

test('means of payment are a list in words', () => {
  expect(paymentWords(['card'])).toBe('Cartão de crédito');
  expect(paymentWords(['card', 'boleto'])).toBe('Cartão de crédito ou boleto');
  expect(paymentWords(['card', 'boleto', 'pix'])).toBe('Cartão de crédito, boleto ou Pix');
  expect(paymentWords(['pix'])).toBe('Pix');
  expect([hasPix(['card', 'boleto']), hasPix(['pix'])]).toEqual([false, true]);
});
