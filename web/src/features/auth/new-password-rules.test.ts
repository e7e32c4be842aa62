import { describe, expect, test } from 'vitest';
import { NotSignedIn } from '@/lib/failure';
import { readPermit } from './new-password-permit';
import { check, refusalOf } from './new-password-rules';

const secret = 'Zm9vYmFyYmF6cXV4-_Zm9vYmFyYmF6cXV4';

describe('the permit', () => {
  test('is read from a whole link', () => {
    expect(readPermit(`?token_hash=${secret}&type=recovery`, null)).toEqual({ tokenHash: secret });
  });

  test.each([
    '?token_hash=&type=recovery',
    '?token_hash=abc&type=recovery',
    `?token_hash=${secret}`,
    `?token_hash=${secret}%20x&type=recovery`,
    `?token_hash=${secret}&type=signup`,
  ])('is not read from %s', (search) => {
    expect(readPermit(search, { tokenHash: 'older' })).toBeUndefined();
  });

  test('outlives the address in the history entry', () => {
    expect(readPermit('', { tokenHash: secret })).toEqual({ tokenHash: secret });
    expect(readPermit('', { userId: 'u' })).toEqual({ userId: 'u' });
    for (const state of [null, 'x', {}, { userId: 1 }]) expect(readPermit('', state)).toBeUndefined();
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
    expect(check({ password, repeated })).toEqual(problems);
  });
});

describe('a refusal', () => {
  const refused = (code: string, more: object = {}) => refusalOf(Object.assign(new Error('refused'), { code }, more));

  test('spends the link when secret or session are gone', () => {
    for (const code of ['otp_expired', 'user_not_found']) expect(refused(code)).toEqual({ about: 'link' });
    expect(refusalOf(new NotSignedIn())).toEqual({ about: 'link' });
    expect(refused('', { name: 'AuthSessionMissingError' })).toEqual({ about: 'link' });
  });

  test('names what is wrong with the password', () => {
    const message = (reasons: string[]) => refused('weak_password', { reasons });
    expect(message(['length'])).toMatchObject({ about: 'password', message: expect.stringContaining('curta') });
    expect(message(['length', 'pwned'])).toMatchObject({ message: expect.stringContaining('curta') });
    expect(message(['pwned'])).toMatchObject({ about: 'password', message: expect.stringContaining('adivinhar') });
    expect(refused('same_password')).toMatchObject({ about: 'password' });
  });

  test('of the network or the server asks to try again', () => {
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
