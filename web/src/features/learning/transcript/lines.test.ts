import { expect, test } from 'vitest';
import { currentLine, linesWith, textOf } from './lines';

const LINES = [
  { from: 1, until: 3, text: 'A negociação começa antes.' },
  { from: 4, until: 6, text: 'O preço vem depois.' },
];

test('the present line is the last one that has begun', () => {
  expect(currentLine(LINES, 0.5)).toBeUndefined();
  expect(currentLine(LINES, 3.5)).toBe(LINES[0]);
  expect(currentLine(LINES, 90)).toBe(LINES[1]);
});

test('lines are found without their accents, by every word', () => {
  expect(linesWith(LINES, ['negociacao'])).toEqual([LINES[0]]);
  expect(linesWith(LINES, ['preco', 'depois'])).toEqual([LINES[1]]);
  expect(linesWith(LINES, ['preco', 'antes'])).toEqual([]);
  expect(linesWith(LINES, [])).toBe(LINES);
});

test('the file has the time of each line', () => {
  expect(textOf('Vender', LINES)).toBe('Vender\n\n0:01  A negociação começa antes.\n0:04  O preço vem depois.\n');
});
