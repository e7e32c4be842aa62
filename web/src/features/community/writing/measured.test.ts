import { expect, test } from 'vitest';
import { lengthOf, measured } from './measured';

test('characters are counted as the server counts them', () => {
  expect(lengthOf('ação', 10)).toBe(4);
  expect(lengthOf('😀😀', 10)).toBe(2);
  expect(measured('😀'.repeat(10), 10)).toMatchObject({ isNear: true, isOver: false });
});

test('the length is shown near the most', () => {
  expect(measured('a'.repeat(90), 100)).toMatchObject({ isNear: false, isOver: false });
  expect(measured('a'.repeat(91), 100)).toMatchObject({ isNear: true, isOver: false });
  expect(measured('a'.repeat(101), 100)).toMatchObject({ length: 101, isOver: true });
  expect(measured('😀'.repeat(500), 100).isOver).toBe(true);
});
