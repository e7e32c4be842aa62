import { expect, test } from 'vitest';
import { paths } from '@/app/pages';
import { PLACES } from './list';
import { press } from './press';

test('a key alone acts at once', () => {
  expect(press('j', 0, undefined)).toEqual({ action: { kind: 'move', step: 1 }, awaiting: undefined });
  expect(press('?', 0, undefined).action).toEqual({ kind: 'help' });
  expect(press('x', 0, undefined).action).toBeUndefined();
});

test('g awaits the letter of a place for a moment', () => {
  const { action, awaiting } = press('g', 1_000, undefined);
  expect([action, awaiting]).toEqual([undefined, 1_000]);
  expect(press('f', 2_000, awaiting)).toEqual({
    action: { kind: 'go', path: paths.membersForum },
    awaiting: undefined,
  });
  expect(press('c', 2_000, awaiting).action).toEqual({ kind: 'go', path: paths.membersCommunity });
  expect(press('c', 9_000, awaiting).action, 'too late').toEqual({ kind: 'write' });
  expect(press('x', 2_000, awaiting), 'no such place').toEqual({ action: undefined, awaiting: undefined });
});

test('each place has a letter of its own', () => {
  expect(new Set(PLACES.map(({ key }) => key)).size).toBe(PLACES.length);
});
