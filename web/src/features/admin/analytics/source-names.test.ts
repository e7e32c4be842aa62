import { expect, test } from 'vitest';
import { kindOf, rate, sourceGroups } from './source-names';

const none = { newsletter: null, contact: null, account: null, plan: null };

test('source groups sort by visits; sources keep their order', () => {
  const groups = sourceGroups([
    { kind: 'direct', source: '', visits: 9, newsletter: 2, contact: null, account: 0, plan: null },
    { kind: 'social', source: 'LinkedIn', visits: 8, newsletter: 3, contact: null, account: 1, plan: null },
    { kind: 'social', source: 'X', visits: 4, newsletter: 1, contact: null, account: 0, plan: null },
  ]);
  expect(groups.map(({ name, visits, newsletter, contact }) => [name, visits, newsletter, contact])).toEqual([
    ['Redes sociais', 12, 4, null],
    ['Direto ou não informado', 9, 2, null],
  ]);
  expect(groups[0]?.sources.map(({ name }) => name)).toEqual(['LinkedIn', 'X']);
  expect(groups[1]?.sources).toEqual([]);
});

test('a group this page does not know is left out', () => {
  expect(sourceGroups([{ kind: 'satellite', source: 'x', visits: 1, ...none }])).toEqual([]);
  expect(kindOf('satellite')).toBeUndefined();
  expect(kindOf('search')).toBe('search');
});

test('a rate needs visits and something reached', () => {
  expect(rate(3, 1250)).toBe('1 a cada 417 visitas');
  expect(rate(0, 125)).toBe('');
  expect(rate(3, 2)).toBe('');
});
