import { beforeEach, expect, test, vi } from 'vitest';
import { beginFlow, endFlow } from './own-flow';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.useRealTimers();
});

test('a sign-in that was begun here counts once', () => {
  expect(endFlow('ana@exemplo.test')).toBe(false);
  beginFlow();
  expect([endFlow('ana@exemplo.test'), endFlow('ana@exemplo.test')]).toEqual([true, false]);
});

test('a link counts for the address it was sent to', () => {
  beginFlow(' Ana@Exemplo.test ');
  expect(endFlow('ana@exemplo.test')).toBe(true);
  for (const other of ['rui@exemplo.test', undefined]) {
    beginFlow('ana@exemplo.test');
    expect(endFlow(other)).toBe(false);
  }
});

test('a sign-in that was begun long ago does not count', () => {
  vi.useFakeTimers();
  for (const [email, minutes] of [
    [undefined, 11],
    ['ana@exemplo.test', 61],
  ] as const) {
    beginFlow(email);
    vi.setSystemTime(Date.now() + minutes * 60_000);
    expect(endFlow('ana@exemplo.test')).toBe(false);
  }
});

test.each(['', '7', '{"ends":"x"}', '{'])('a stored %s does not count', (text) => {
  localStorage.setItem('ateneu-sign-in-begun', text);
  expect(endFlow('ana@exemplo.test')).toBe(false);
});
