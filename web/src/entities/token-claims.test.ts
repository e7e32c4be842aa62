import { expect, test } from 'vitest';
import { claimsOf } from './token-claims';

test('the claims of a token are read, accents too', () => {
  const payload = Buffer.from(JSON.stringify({ sub: '1', email: 'josé@exemplo.com' })).toString('base64url');
  expect(claimsOf(`a.${payload}.c`)).toEqual({ sub: '1', email: 'josé@exemplo.com' });
});

test('a malformed token has no claims', () => {
  for (const text of ['', 'a', 'a.b.c', 'a.%%%.c', `a.${btoa('1')}.c`]) {
    expect(claimsOf(text).sub).toBeUndefined();
  }
});
