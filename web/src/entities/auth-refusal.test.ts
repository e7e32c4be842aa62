import { describe, expect, test } from 'vitest';
import { authRefusal, isUnreachable, secondsToWait } from './auth-refusal';

const problem = (fields: object) => Object.assign(new Error('x'), fields);

describe('the sentence of an error', () => {
  test('follows from its code', () => {
    expect(authRefusal(problem({ code: 'invalid_credentials', status: 400 }))).toBe('Email ou senha incorretos.');
  });

  test('names the reasons of a weak password', () => {
    const weak = (...reasons: string[]) => authRefusal(problem({ code: 'weak_password', reasons }));
    expect(weak('length', 'pwned')).toContain('curta');
    expect(weak('pwned')).toContain('fácil de adivinhar');
    expect(weak('characters')).toContain('fraca');
  });

  test('tells an unreachable server from a broken one', () => {
    const gone = problem({ name: 'AuthRetryableFetchError', status: 0 });
    expect(isUnreachable(gone)).toBe(true);
    expect(authRefusal(gone)).toContain('não respondeu');
    const broken = problem({ name: 'AuthRetryableFetchError', status: 500 });
    expect(isUnreachable(broken)).toBe(false);
    expect(authRefusal(broken)).toContain('falhou');
    expect(authRefusal(problem({ status: 429 }))).toContain('Aguarde');
  });

  test('is never empty', () => {
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
