import { describe, expect, test } from 'vitest';
import cases from '../../../crates/base/src/fold.json';
import { fold, markMatches, searchWords, slugify } from './search-text';

const marked = (text: string, query: string) =>
  markMatches(text, searchWords(query))
    .map((piece) => (piece.matches ? `[${piece.text}]` : piece.text))
    .join('');

test.each(cases as [string, string][])('%j is compared as %j, as in the server', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('words are distinct and carry no wildcard or punctuation', () => {
  expect(searchWords('  Reunião, reuniao *50%_(a)  ')).toEqual(['reuniao', '50', 'a']);
  expect(searchWords('%*,()')).toEqual([]);
});

test('a slug has only characters safe in a URL', () => {
  expect(slugify('Experiência do Cliente')).toBe('experiencia-do-cliente');
  expect(slugify('Planejamento ﬁnanceiro e lide\u00adrança')).toBe('planejamento-financeiro-e-lideranca');
  expect(slugify('!?')).toBe('');
});

describe('matches of a search are marked in the text', () => {
  test.each([
    ['A reunião semanal', 'reuniao', 'A [reunião] semanal'],
    ['A REUNIÃO semanal', 'Reunião', 'A [REUNIÃO] semanal'],
    ['aaa', 'aa', '[aaa]'],
    ['Sem nada', 'outra', 'Sem nada'],
    ['trans\u00adformação cole\u0301gio', 'transformacao colegio', '[trans\u00adformação] [colégio]'],
    ['Planejamento ﬁnanceiro', 'financeiro', 'Planejamento [ﬁnanceiro]'],
    ['Decidir bem', 'bem decidir', '[Decidir] [bem]'],
  ])('%s for %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  test('the pieces joined are the text', () => {
    const text = 'Ação, gestão e <b>você</b>';
    expect(
      markMatches(text, ['gestao', 'voce'])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
