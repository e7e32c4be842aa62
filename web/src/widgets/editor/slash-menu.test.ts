import { expect, test } from 'vitest';
import { blocksNamed } from './slash-menu';

const labels = (search: string) => blocksNamed(search).map(({ label }) => label);

test.each([
  ['', 13],
  ['LISTA', ['Lista', 'Lista numerada']],
  ['secao', ['Seção']],
  ['foto', ['Imagem']],
  ['tit', ['Seção', 'Subseção', 'Tópico']],
  ['lista num', ['Lista numerada']],
  ['youtube', ['Incorporar']],
  ['ou', []],
])('blocks are found by their names: %s', (search, expected) => {
  if (typeof expected === 'number') expect(labels(search)).toHaveLength(expected);
  else expect(labels(search)).toEqual(expected);
});
