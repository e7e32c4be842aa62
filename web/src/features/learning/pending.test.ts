import { beforeEach, expect, it, vi } from 'vitest';
import { addPending, hasPending, readPending, returnPending, takePending } from './pending';
import type { Part } from './played';

const USER = 'u1';
const done = (played: readonly Part[], measuredAt = 1) => ({ position: 5, measuredAt, played, isAtEnd: false });
const parts = (count: number): Part[] => Array.from({ length: count }, (_, index) => [index * 10, index * 10 + 5]);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

it('takes at most ten lessons a report and keeps the rest', () => {
  for (let number = 0; number < 12; number += 1) addPending(USER, `aula-${number}`, done(parts(1)));
  expect(Object.keys(takePending(USER))).toHaveLength(10);
  expect(Object.keys(takePending(USER))).toEqual(['aula-10', 'aula-11']);
  expect(hasPending(USER)).toBe(false);
});

it('loses no part of a lesson that was played in many', () => {
  addPending(USER, 'aula', done(parts(120)));
  const taken: Part[] = [];
  while (hasPending(USER)) {
    const { aula } = takePending(USER);
    expect(aula?.played.length).toBeLessThanOrEqual(50);
    taken.push(...(aula?.played ?? []));
  }
  expect(taken).toEqual(parts(120));
});

it('joins unsent progress with later progress', () => {
  addPending(USER, 'aula', done([[0, 5]], 1));
  const taken = takePending(USER);
  addPending(USER, 'aula', { ...done([[5, 9]], 2), position: 9 });
  returnPending(USER, taken);
  expect(readPending(USER)).toEqual({ aula: { position: 9, measuredAt: 2, played: [[0, 9]], isAtEnd: false } });
});
