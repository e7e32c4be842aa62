import { describe, expect, test } from 'vitest';
import { NotSignedIn } from '@/lib/errors';
import { readPermit } from './new-password-permit';
import { check, lengthHint, problemWith, refusalOf } from './new-password-rules';

const secret = 'Zm9vYmFyYmF6cXV4-_Zm9vYmFyYmF6cXV4';

describe('the permit', () => {
  test('is read from a whole link', () => {
    expect(readPermit(`?token_hash=${secret}&type=recovery`, null)).toEqual({ tokenHash: secret, kind: 'recovery' });
    expect(readPermit(`?token_hash=${secret}&type=invite`, null)).toEqual({ tokenHash: secret, kind: 'invite' });
  });

  test.each([
    '?token_hash=&type=recovery',
    '?token_hash=abc&type=recovery',
    `?token_hash=${secret}`,
    `?token_hash=${secret}%20x&type=recovery`,
    `?token_hash=${secret}&type=signup`,
  ])('is not read from %s', (search) => {
    expect(readPermit(search, { tokenHash: 'older', kind: 'recovery' })).toBeUndefined();
  });

  test('outlives the address in the history entry', () => {
    const permit = { tokenHash: secret, kind: 'invite' };
    expect(readPermit('', permit)).toEqual(permit);
    expect(readPermit('', { userId: 'u' })).toEqual({ userId: 'u' });
    for (const state of [null, 'x', {}, { userId: 1 }, { tokenHash: secret }])
      expect(readPermit('', state)).toBeUndefined();
  });
});

describe('a password', () => {
  test.each([
    ['', '', { password: 'Escolha uma senha.' }],
    ['1234567', '1234567', { password: 'Use pelo menos 8 caracteres.' }],
    // Seven characters, although JavaScript counts fourteen units.
    ['😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀', { password: 'Use pelo menos 8 caracteres.' }],
    ['ção'.repeat(20), 'ção'.repeat(20), { password: 'Esta senha é longa demais. Use uma mais curta.' }],
    ['uma frase', '', { repeated: 'Repita a senha.' }],
    ['uma frase', 'uma frase ', { repeated: 'As duas senhas não são iguais.' }],
    ['uma frase', 'uma frase', {}],
  ])('%j repeated as %j', (password, repeated, problems) => {
    expect(check({ password, repeated }, 8)).toEqual(problems);
  });

  test('has the length this server asks for', () => {
    expect(problemWith('1234567', 6)).toBeUndefined();
    expect(problemWith('12345678901', 12)).toBe('Use pelo menos 12 caracteres.');
  });

  test('tells while it is typed how far it is', () => {
    expect(lengthHint('', 12)).toBe('Pelo menos 12 caracteres.');
    expect(lengthHint('12345678', 12)).toBe('Faltam 4 caracteres.');
    expect(lengthHint('12345678901', 12)).toBe('Falta 1 caractere.');
    expect(lengthHint('123456789012', 12)).toContain('suficiente');
  });
});

describe('a refusal', () => {
  const refused = (code: string, more: object = {}) => refusalOf(Object.assign(new Error('refused'), { code }, more));

  test('spends the link when secret or session are gone', () => {
    for (const code of ['otp_expired', 'user_not_found']) expect(refused(code)).toEqual({ about: 'link' });
    expect(refusalOf(new NotSignedIn())).toEqual({ about: 'link' });
    expect(refused('', { name: 'AuthSessionMissingError' })).toEqual({ about: 'link' });
  });

  test('names the problem of the password', () => {
    const message = (reasons: string[]) => refused('weak_password', { reasons });
    expect(message(['length'])).toMatchObject({ about: 'password', message: expect.stringContaining('curta') });
    expect(message(['length', 'pwned'])).toMatchObject({ message: expect.stringContaining('curta') });
    expect(message(['pwned'])).toMatchObject({ about: 'password', message: expect.stringContaining('adivinhar') });
    expect(refused('same_password')).toMatchObject({ about: 'password' });
    expect(refused('validation_failed')).toMatchObject({ about: 'password' });
  });

  test('asks for the second factor where the account has one', () => {
    expect(refused('insufficient_aal')).toEqual({ about: 'second-factor' });
  });

  test('asks to try again where network or server failed', () => {
    const advice = { about: 'attempt', message: expect.stringContaining('não respondeu') };
    expect(refused('', { name: 'AuthRetryableFetchError' })).toEqual(advice);
    expect(refusalOf(new TypeError('Failed to fetch'))).toEqual(advice);
    expect(refused('over_request_rate_limit')).toMatchObject({
      about: 'attempt',
      message: expect.stringContaining('Aguarde'),
    });
    expect(refusalOf('nonsense')).toMatchObject({ about: 'attempt' });
  });
});
