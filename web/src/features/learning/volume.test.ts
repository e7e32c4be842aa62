import { beforeEach, expect, test, vi } from 'vitest';
import { keepVolume, keptVolume } from './volume';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('the volume is remembered, silence is not', () => {
  expect(keptVolume()).toBe(1);
  keepVolume(0.4);
  keepVolume(0);
  expect(keptVolume()).toBe(0.4);
  keepVolume(1);
  expect(stored.size).toBe(0);
});

test('an invalid stored volume counts as full volume', () => {
  for (const text of ['loud', '-1', '7', 'NaN']) {
    stored.set('volume', text);
    expect(keptVolume(), text).toBe(1);
  }
});
