import { expect, test } from 'vitest';
import { fieldsIn, fieldText } from './personal-fields';

test.each([
  ['Olá, {nome|leitor}.', [{ from: 5, to: 18, isKnown: true }]],
  [
    '{email|grátis}{primeiro_nome|x}',
    [
      { from: 0, to: 14, isKnown: true },
      { from: 14, to: 31, isKnown: true },
    ],
  ],
  ['{apelido|leitor}', [{ from: 0, to: 16, isKnown: false }]],
  ['{nome}', [{ from: 0, to: 6, isKnown: false }]],
  ['{nome| }', [{ from: 0, to: 8, isKnown: false }]],
  [`{nome|${'a'.repeat(61)}}`, [{ from: 0, to: 68, isKnown: false }]],
  ['{ nome } {1} {} {Nome|x} {nome', []],
])('the fields of a line are marked: %s', (line, expected) => {
  expect(fieldsIn(line)).toEqual(expected);
});

test('a default loses the signs that would end its field', () => {
  expect(fieldText('nome', ' le{i}t|or ')).toBe('{nome|le i t or}');
});
