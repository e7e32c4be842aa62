import { expect, test } from 'vitest';
import { inOrder } from './category-order';

const names = (...given: [string, number][]) =>
  inOrder(given.map(([name, sort_order]) => ({ name, sort_order }))).map(({ name }) => name);

test('names are ordered without case and accents', () => {
  expect(names(['Vendas', 0], ['gestão', 0], ['Ética', 0], ['Estratégia', 0])).toEqual([
    'Estratégia',
    'Ética',
    'gestão',
    'Vendas',
  ]);
});

test('the order by hand comes first', () => {
  expect(names(['A', 3], ['B', 1], ['C', 2])).toEqual(['B', 'C', 'A']);
});
