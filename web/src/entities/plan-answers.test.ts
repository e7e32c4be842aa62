import { expect, test } from 'vitest';
import { answeredQuestions } from './plan-answers';

const questions = [
  { question: 'Como pago?', answer: '{formas_de_pagamento}. Nada passa por aqui.' },
  { question: 'E depois?', answer: 'Nada muda.' },
  { question: 'E os cursos?', answer: '{acesso_aos_cursos}' },
];
const answers = (courses: Parameters<typeof answeredQuestions>[1]) =>
  answeredQuestions({ payment_methods: ['card', 'pix'], questions }, courses).map(({ answer }) => answer);

test('an answer lists the accepted payment methods', () => {
  expect(answers(undefined)).toEqual(['Cartão de crédito ou Pix. Nada passa por aqui.', 'Nada muda.']);
});

test('the answer about courses says where they are', () => {
  const answer = (own: number, platform: boolean) => answers({ own, platform })[2];
  expect(answer(16, false)).toMatch(/^Os cursos ficam no ambiente de aprendizagem/);
  expect(answer(16, false)).not.toContain('parceira');
  expect(answer(16, true)).toMatch(/^Os cursos ficam no ambiente.*plataforma parceira.*mesmo e-mail/);
  expect(answer(0, true)).toMatch(/^Os cursos ficam em uma plataforma parceira/);
  expect(answer(0, false)).toMatch(/^Ainda não há cursos publicados/);
});
