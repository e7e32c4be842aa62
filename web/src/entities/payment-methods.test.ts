import { expect, test } from 'vitest';
import { answeredQuestions, hasPix, paymentWords } from './payment-methods';

test('means of payment are a list in words', () => {
  expect(paymentWords(['card'])).toBe('Cartão de crédito');
  expect(paymentWords(['card', 'boleto'])).toBe('Cartão de crédito ou boleto');
  expect(paymentWords(['card', 'boleto', 'pix'])).toBe('Cartão de crédito, boleto ou Pix');
  expect(paymentWords(['pix'])).toBe('Pix');
  expect([hasPix(['card', 'boleto']), hasPix(['pix'])]).toEqual([false, true]);
});

test('answers say what is accepted, other answers stay', () => {
  const questions = [
    { question: 'Como pago?', answer: '{formas_de_pagamento}. Nada passa por aqui.' },
    { question: 'E depois?', answer: 'Nada muda.' },
  ];
  const answered = answeredQuestions({ payment_methods: ['card', 'pix'], questions });
  expect(answered.map(({ answer }) => answer)).toEqual([
    'Cartão de crédito ou Pix. Nada passa por aqui.',
    'Nada muda.',
  ]);
});
