import { expect, test } from 'vitest';
import { check, idOf, protocolOf } from './outside-report';

const complete = {
  name: ' Rui ',
  email: 'rui@exemplo.com.br',
  address: 'https://exemplo.com.br/membros/publicacao/1',
  reason: 'dados_pessoais',
  message: 'Meu telefone está no texto.',
};

const empty = { name: '', email: '', address: '', reason: '', message: '' };

test('an empty form requires all fields', () => {
  const outcome = check(empty, 0);
  expect('problems' in outcome && Object.keys(outcome.problems)).toEqual(Object.keys(empty));
});

test('a complete report has an id of its own', () => {
  const [one, later] = [check(complete, 1), check(complete, 2)];
  if (!('checked' in one && 'checked' in later)) throw new Error('refused');
  expect(one.checked).toMatchObject({ name: 'Rui', reason: 'dados_pessoais' });
  expect(one.checked.id).not.toBe(later.checked.id);
  expect(one.checked.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
});

test('the protocol number is the end of the id', () => {
  expect(protocolOf('0198c0de-0000-7000-8000-0a1b2c3d4e5f')).toBe('DEN-1B2C3-D4E5F');
  expect(protocolOf(idOf('a'))).toMatch(/^DEN-[\dA-F]{5}-[\dA-F]{5}$/);
});
