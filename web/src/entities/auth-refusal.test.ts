import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AUTH_REFUSALS, authRefusal, isUnreachable, secondsToWait } from './auth-refusal';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The codes auth-js declares, and those this server answers with. */
const declared = [
  ...read('../../node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts').matchAll(/'([a-z_\d]+)'/g),
  ...read('../../../crates/auth/src/error.rs').matchAll(/StatusCode::\w+, "([a-z_]+)"/g),
].map(([, code = '']) => code);

test("the sources' codes are read by this test", () => {
  expect(declared.length).toBeGreaterThan(100);
  expect(declared).toContain('invalid_credentials');
});

test.each([...new Set(declared)])('%s has its sentence', (code) => {
  expect(AUTH_REFUSALS[code]).toMatch(/^[A-ZÉÀ].*\.$/);
});

test.each([
  ['otp_disabled', 'passkey_disabled', 'web3_provider_disabled', 'feature_disabled', 'bad_oauth_state'],
  ['current_password_required', 'current_password_invalid', 'too_many_passkeys', 'webauthn_credential_exists'],
  ['webauthn_verification_failed', 'webauthn_challenge_not_found', 'flow_state_expired', 'access_denied'],
  ['bad_id_token', 'provider_unavailable', 'bad_oauth_callback', 'last_admin'],
])('so have the codes the protocol has beside them: %s, %s, %s, %s', (...codes) => {
  for (const code of codes) expect(AUTH_REFUSALS[code], code).toBeTruthy();
});

const problem = (fields: object) => Object.assign(new Error('x'), fields);

describe('an error becomes a sentence', () => {
  test('by its code', () => {
    expect(authRefusal(problem({ code: 'invalid_credentials', status: 400 }))).toBe('Email ou senha incorretos.');
  });

  test('by the reasons of a weak password', () => {
    const weak = (...reasons: string[]) => authRefusal(problem({ code: 'weak_password', reasons }));
    expect(weak('length', 'pwned')).toContain('curta');
    expect(weak('pwned')).toContain('fácil de adivinhar');
    expect(weak('characters')).toContain('fraca');
  });

  test('by how the server failed to answer', () => {
    const gone = problem({ name: 'AuthRetryableFetchError', status: 0 });
    expect(isUnreachable(gone)).toBe(true);
    expect(authRefusal(gone)).toContain('não respondeu');
    const broken = problem({ name: 'AuthRetryableFetchError', status: 500 });
    expect(isUnreachable(broken)).toBe(false);
    expect(authRefusal(broken)).toContain('falhou');
    expect(authRefusal(problem({ status: 429 }))).toContain('Aguarde');
  });

  test('and is never empty', () => {
    for (const error of [undefined, null, 'x', {}, new Error('Failed to fetch'), problem({ code: 'nunca_visto' })]) {
      expect(authRefusal(error)).toMatch(/\.$/);
    }
  });
});

test('the pause before the next e-mail is read from the refusal', () => {
  const message = 'For security purposes, you can only request this after 42 seconds.';
  expect(secondsToWait(new Error(message))).toBe(42);
  expect(secondsToWait(new Error('x'))).toBeUndefined();
  expect(secondsToWait(null)).toBeUndefined();
});
