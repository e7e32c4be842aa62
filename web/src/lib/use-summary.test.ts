import { expect, test } from 'vitest';
import { pauseLeft } from './use-summary';

test('one text is announced in ten seconds', () => {
  expect(pauseLeft(5_000, Number.NEGATIVE_INFINITY)).toBe(0);
  expect(pauseLeft(5_000, 5_000)).toBe(10_000);
  expect(pauseLeft(12_000, 5_000)).toBe(3_000);
  expect(pauseLeft(60_000, 5_000)).toBe(0);
});
