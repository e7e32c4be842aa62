import { beforeEach, expect, test, vi } from 'vitest';
import { clock, keepPosition, keptPosition, spokenClock } from './position';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('a position is kept by content, in whole seconds', () => {
  keepPosition('one', 751.6, 1200);
  keepPosition('two', 30, Number.NaN);
  expect(keptPosition('one')).toBe(751);
  expect(keptPosition('two')).toBe(30);
  expect(keptPosition('three')).toBeUndefined();
});

test('the first moment and the end are not kept', () => {
  keepPosition('one', 4, 1200);
  expect(keptPosition('one')).toBeUndefined();
  keepPosition('one', 600, 1200);
  keepPosition('one', 1191, 1200);
  expect(keptPosition('one')).toBeUndefined();
});

test('the oldest make room', () => {
  for (let index = 0; index < 60; index++) keepPosition(`content ${index}`, 60, 1200);
  expect(keptPosition('content 0')).toBeUndefined();
  expect(keptPosition('content 59')).toBe(60);
});

test('invalid or forbidden storage has no position', () => {
  localStorage.setItem('posicoes', '[not json');
  expect(keptPosition('one')).toBeUndefined();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  keepPosition('one', 60, 1200);
  expect(keptPosition('one')).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});

test('positions read as a clock and as words', () => {
  expect([0, 71, 751, 3725].map(clock)).toEqual(['0:00', '1:11', '12:31', '1:02:05']);
  expect(clock(Number.NaN)).toBe('0:00');
  expect(spokenClock(751)).toBe('12 minutos e 31 segundos');
  expect(spokenClock(3601)).toBe('1 hora e 1 segundo');
  expect(spokenClock(0)).toBe('0 segundos');
});
