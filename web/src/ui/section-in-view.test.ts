import { expect, test } from 'vitest';
import { sectionInView } from './section-in-view';

test.each([
  ['above them all, the first is in view', [400, 900, 1500], 0],
  ['at the line, the section has arrived', [-300, 150, 900], 1],
  ['one pixel before the line, it has not', [-300, 151, 900], 0],
  ['past them all, the last is in view', [-2000, -1500, -800], 2],
  ['without sections there is only a first', [], 0],
])('%s', (_name, tops, expected) => {
  expect(sectionInView(tops)).toBe(expected);
});

test('at the end of the page the last section is in view', () => {
  expect(sectionInView([-900, 200, 600], true)).toBe(2);
});
