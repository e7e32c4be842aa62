import { expect, test } from 'vitest';
import { awaitsSecondFactor } from './assurance';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.assinatura`;

const factor = (status: 'verified' | 'unverified') => ({
  id: 'f',
  factor_type: 'totp' as const,
  status,
  created_at: '',
  updated_at: '',
});

const awaits = (aal: string, ...statuses: ('verified' | 'unverified')[]) =>
  awaitsSecondFactor({ access_token: token({ aal, name: 'Ação~ÿ?>' }), user: { factors: statuses.map(factor) } });

test('a verified factor is owed until the session has proved it', () => {
  expect(awaits('aal1', 'verified')).toBe(true);
  expect(awaits('aal1', 'unverified', 'verified')).toBe(true);
  expect(awaits('aal2', 'verified')).toBe(false);
});

test('without a verified factor no second factor is required', () => {
  expect(awaits('aal1')).toBe(false);
  expect(awaits('aal1', 'unverified')).toBe(false);
  expect(awaitsSecondFactor({ access_token: token({ aal: 'aal1' }), user: {} })).toBe(false);
});

test('an unreadable token requires the second factor', () => {
  const user = { factors: [factor('verified')] };
  for (const access_token of ['', 'x', 'a.b.c', `a.${Buffer.from('1').toString('base64url')}.c`]) {
    expect(awaitsSecondFactor({ access_token, user })).toBe(true);
  }
});
