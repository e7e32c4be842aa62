import { expect, it } from 'vitest';
import { durationText } from './course';

it.each([
  [45, '45 s'],
  [480, '8 min'],
  [3_580, '1 h'],
  [4_800, '1 h 20 min'],
  [7_190, '2 h'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
