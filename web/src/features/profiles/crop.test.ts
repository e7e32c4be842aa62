import { expect, test } from 'vitest';
import { cutOf } from './crop';

const wide = { width: 400, height: 200 };

test('without a choice the largest square of the middle is cut', () => {
  expect(cutOf(wide, 1, { x: 0, y: 0 })).toMatchObject({ x: 100, y: 0, side: 200 });
});

test('the square never leaves the picture', () => {
  expect(cutOf(wide, 1, { x: 999, y: 999 })).toMatchObject({ x: 200, y: 0, side: 200 });
  expect(cutOf(wide, 2, { x: -999, y: -999 })).toMatchObject({ x: 0, y: 0, side: 100 });
});

test('the zoom is bounded', () => {
  expect(cutOf(wide, 0, { x: 0, y: 0 }).side).toBe(200);
  expect(cutOf(wide, 99, { x: 0, y: 0 }).side).toBe(50);
});
