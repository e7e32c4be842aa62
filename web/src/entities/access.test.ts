import { describe, expect, test } from 'vitest';
import { grantsAccess } from './access';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('a subscription grants access', () => {
  test.each([
    ['9999-01-01T00:00:00.000000+00:00', true],
    ['2026-11-21T12:00:01.000000+00:00', true],
    ['2026-11-21T12:00:00.000000+00:00', false],
    ['2026-11-20T12:00:00.000000+00:00', false],
    [null, false],
  ])('until %s: %s', (access_until, granted) => {
    expect(grantsAccess({ access_until }, now)).toBe(granted);
  });
});
