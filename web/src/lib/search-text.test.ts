import { describe, expect, test } from 'vitest';
import { fold, markMatches, searchWords, slugify } from './search-text';

const marked = (text: string, query: string) =>
  markMatches(text, searchWords(query))
    .map((piece) => (piece.matches ? `[${piece.text}]` : piece.text))
    .join('');

test('folding is blind to accents and case, composed or not', () => {
  expect(fold('Gestão À Vista')).toBe('gestao a vista');
  expect(fold('Gesta\u0303o')).toBe('gestao');
});

test('words are distinct and carry no wildcard or punctuation', () => {
  expect(searchWords('  Reunião, reuniao *50%_(a)  ')).toEqual(['reuniao', '50', 'a']);
  expect(searchWords('%*,()')).toEqual([]);
});

test('a slug has only what an address may show', () => {
  expect(slugify('Experiência do Cliente')).toBe('experiencia-do-cliente');
  expect(slugify('!?')).toBe('');
});

describe('what was searched for is marked where it stands', () => {
  test.each([
    ['A reunião semanal', 'reuniao', 'A [reunião] semanal'],
    ['A REUNIÃO semanal', 'Reunião', 'A [REUNIÃO] semanal'],
    ['aaa', 'aa', '[aaa]'],
    ['Sem nada', 'outra', 'Sem nada'],
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
