import { expect, test } from 'vitest';
import { nextPath } from './next-path';

const next = (value: string) => nextPath(`?${new URLSearchParams({ next: value })}`, 'https://casa.test');

test.each(['/membros', '/membros/conteudo/1?de=lista#fim', '/membros/../admin'])('%s is of this site', (path) => {
  expect(next(path)).toBe(path.replace('/membros/..', ''));
});

test.each([
  'https://outra.test/membros',
  '//outra.test',
  '/\\outra.test',
  '/\t/outra.test',
  '/.//outra.test',
  '/membros/..//outra.test',
  '/..//\\outra.test',
  'javascript:alert(1)',
  'membros',
  '',
])('%j is not followed', (path) => {
  expect(next(path)).toBeUndefined();
});

test('an address without it leads nowhere', () => {
  expect(nextPath('?plano=scale', 'https://casa.test')).toBeUndefined();
});
