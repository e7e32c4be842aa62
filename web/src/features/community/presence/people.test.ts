import { expect, test } from 'vitest';
import { current, GRACE_MS, nextEnd, present, TYPING_MS, writing, writingText } from './people';

const HERE = Number.POSITIVE_INFINITY;

test('a member stays shown for ten seconds after leaving', () => {
  const both = present(new Map(), ['ana', 'rui', 'rui'], 0);
  expect([...both.keys()]).toEqual(['ana', 'rui']);
  const left = present(both, ['ana'], 1_000);
  expect([...left]).toEqual([
    ['ana', HERE],
    ['rui', 1_000 + GRACE_MS],
  ]);
  expect(nextEnd(left, new Map())).toBe(1_000 + GRACE_MS);
  expect([...present(left, ['ana'], 5_000)], 'the end does not move').toEqual([...left]);
  expect([...present(left, ['rui', 'ana'], 5_000).values()], 'back in time').toEqual([HERE, HERE]);
  expect([...current(left, new Map(), 1_000 + GRACE_MS).shown.keys()]).toEqual(['ana']);
});

test('writing ends by itself and when the text was sent', () => {
  const one = writing(new Map(), 'ana', 'post:1', 0);
  expect(nextEnd(new Map([['ana', HERE]]), one)).toBe(TYPING_MS);
  expect(writing(one, 'ana', 'post:1', 4_000).get('ana')?.until).toBe(4_000 + TYPING_MS);
  expect(writing(one, 'ana', '', 4_000).size).toBe(0);
  expect(current(new Map(), one, TYPING_MS).writers.size).toBe(0);
});

test('up to two typing members are named by first name', () => {
  expect(writingText([])).toBe('');
  expect(writingText(['Ana Prado'])).toBe('Ana está escrevendo');
  expect(writingText(['Ana Prado', 'Rui'])).toBe('Ana e Rui estão escrevendo');
  expect(writingText(['Ana', 'Rui', 'Bia'])).toBe('3 pessoas estão escrevendo');
});
