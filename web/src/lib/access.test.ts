import { describe, expect, test } from 'vitest';
import { grantsAccess } from './access';

const now = Date.parse('2026-11-21T12:00:00Z');
const days = (count: number) => new Date(now + count * 24 * 60 * 60 * 1000).toISOString();

describe('a subscription grants access', () => {
  test.each([
    ['active', null, true],
    ['trialing', null, true],
    ['canceled', days(1), true],
    ['canceled', days(-1), false],
    ['canceled', null, false],
    ['past_due', days(-6), true],
    ['past_due', days(-8), false],
    ['past_due', null, false],
    ['unpaid', days(1), false],
    ['incomplete', days(1), false],
    ['', days(1), false],
  ])('%s until %s: %s', (status, current_period_end, granted) => {
    expect(grantsAccess({ status, current_period_end }, now)).toBe(granted);
  });
});
