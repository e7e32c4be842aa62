import { expect, test } from 'vitest';
import { actionFor, groupsOf } from './key-actions';

test('every key of the help does something', () => {
  const keys = groupsOf(true)
    .flatMap(({ shortcuts }) => shortcuts)
    .flatMap((shortcut) => shortcut.keys);
  const names: Readonly<Record<string, string>> = { Espaço: ' ', '←': 'ArrowLeft', '→': 'ArrowRight', '0 a 9': '0' };
  for (const key of keys) expect(actionFor(names[key] ?? key.toLowerCase()), key).toBeDefined();
});

test('digits are tenths, and other keys are left alone', () => {
  expect(actionFor('7')).toEqual({ kind: 'tenth', tenths: 7 });
  expect(['x', 'ArrowUp', '10', ''].map(actionFor)).toEqual([undefined, undefined, undefined, undefined]);
});
