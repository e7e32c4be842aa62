import { expect, test } from 'vitest';
import { methodsOf } from './factors';

const factor = (
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code',
  status: 'verified' | 'unverified' = 'verified',
) => ({
  id: factor_type,
  factor_type,
  status,
});

test('available factors come first, recovery codes last', () => {
  const factors = [factor('recovery_code'), factor('phone'), factor('webauthn', 'unverified'), factor('totp')];
  expect(methodsOf(factors).map(({ type }) => type)).toEqual(['totp', 'phone', 'recovery']);
});

test('recovery codes are offered only where there are some', () => {
  expect(methodsOf([factor('totp')]).map(({ type }) => type)).toEqual(['totp']);
});
