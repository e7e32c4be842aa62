import { expect, test } from 'vitest';
import { answerOf } from './payment-return';
import type { SubscriptionStatus } from './queries';

test('only a subscriber with a completed checkout is confirmed', () => {
  const answer = (subscribed: boolean, checkout: SubscriptionStatus['checkout'], late = false) =>
    answerOf(
      { subscribed, checkout, subscription: null, entitlements: [], pending: false, refund: null },
      null,
      false,
      false,
      late,
    );
  expect(answer(true, 'completed')).toBe('confirmed');
  for (const checkout of [null, 'expired', 'failed'] as const) expect(answer(true, checkout)).toBe('earlier');
  expect(answer(true, 'open')).toBe('waiting');
  expect(answer(true, 'open', true)).toBe('late');
  expect(answer(false, 'completed')).toBe('waiting');
});
