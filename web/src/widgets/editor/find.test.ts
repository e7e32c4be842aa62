import { expect, test } from 'vitest';
import { placesIn } from './find';

const loose = { isCaseExact: false, isAccentExact: false };
const found = (line: string, text: string, exact: Partial<typeof loose> = {}) =>
  placesIn(line, { ...loose, ...exact, text }).map(({ from, to }) => line.slice(from, to));

test('words are found without regard to case or accents', () => {
  expect(found('Ação, ACAO e a\u{e7}a\u{303}o: ação.', 'acao')).toEqual(['Ação', 'ACAO', 'a\u{e7}a\u{303}o', 'ação']);
  expect(found('🙂 é o café', 'É')).toEqual(['é', 'é']);
  expect(found('caixa d’água e trans\u{ad}formação ﬁnal', "D'AGUA")).toEqual(['d’água']);
  expect(found('caixa d’água e trans\u{ad}formação ﬁnal', 'transformação')).toEqual(['trans\u{ad}formação']);
  expect(found('caixa d’água e trans\u{ad}formação ﬁnal', 'final')).toEqual(['ﬁnal']);
});

test('case and accents count where they are asked for', () => {
  const line = 'Ação ação acao ACAO';
  expect(found(line, 'ação', { isAccentExact: true })).toEqual(['Ação', 'ação']);
  expect(found('a\u{303} ã a', 'ã', { isAccentExact: true })).toEqual(['a\u{303}', 'ã']);
  expect(found('a\u{303} ã a', 'a', { isAccentExact: true })).toEqual(['a']);
  expect(found(line, 'acao', { isCaseExact: true })).toEqual(['ação', 'acao']);
  expect(found(line, 'ação', { isCaseExact: true, isAccentExact: true })).toEqual(['ação']);
});

test('matches do not overlap; an empty search has none', () => {
  expect(placesIn('aaaa', { ...loose, text: 'aa' })).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 4 },
  ]);
  expect(found('aaaa', '')).toEqual([]);
  expect(found('aaaa', '\u{301}')).toEqual([]);
});
