import { expect, test } from 'vitest';
import { type Mark, marked, movedPlace } from './markdown';

/** `«` and `»` stand for the ends of the selection. */
function apply(mark: Mark, text: string): string {
  const start = text.indexOf('«');
  const end = text.indexOf('»') - 1;
  const plain = text.replace(/[«»]/g, '');
  const next = marked(mark, plain, start, end);
  return `${next.text.slice(0, next.start)}«${next.text.slice(next.start, next.end)}»${next.text.slice(next.end)}`;
}

test.each<[Mark, string, string]>([
  ['bold', 'um «dois» três', 'um **«dois»** três'],
  ['bold', 'um **«dois»** três', 'um «dois» três'],
  ['italic', '«»', '*«»*'],
  ['code', '«um\ndois»', '\n```\n«um\ndois»\n```\n'],
  ['list', 'um\nd«ois\ntr»ês', 'um\n- d«ois\n- tr»ês'],
  ['list', '- u«m\n- do»is', 'u«m\ndo»is'],
  ['quote', '«»', '> «»'],
  ['link', 'ver «isto»', 'ver [isto](«https://»)'],
  ['link', '«https://a.example»', '[«»](https://a.example)'],
])('%s of %j', (mark, before, after) => {
  expect(apply(mark, before)).toBe(after);
});

test('a caret keeps its place when part of the text is replaced', () => {
  const [before, after] = ['um [envio] dois', 'um [uma imagem pronta] dois'];
  expect(movedPlace(2, before, after)).toBe(2);
  expect(movedPlace(before.length - 2, before, after)).toBe(after.length - 2);
  expect(movedPlace(before.length, before, after)).toBe(after.length);
  expect(movedPlace(after.length, after, before)).toBe(before.length);
  expect(movedPlace(2, before, before)).toBe(2);
  expect(movedPlace(9, '[envio] dois', ' dois')).toBe(2);
});
