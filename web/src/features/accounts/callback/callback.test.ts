import { describe, expect, test } from 'vitest';
import { readArrival } from './callback';

const at = (path: string) => readArrival(`https://casa.test${path}`);

describe('an address', () => {
  test('holds a session in its fragment, and is clean without it', () => {
    const read = at(
      '/membros?aba=1#access_token=a.b.c&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=signup',
    );
    expect(read).toEqual({
      arrival: { what: 'session', accessToken: 'a.b.c', refreshToken: 'r', type: 'signup' },
      rest: '/membros?aba=1',
    });
  });

  test('holds a code to be exchanged', () => {
    expect(at('/?code=5f0e&sb_flow_id=1&next=%2Fmembros')).toEqual({
      arrival: { what: 'code', code: '5f0e' },
      rest: '/?next=%2Fmembros',
    });
  });

  test('says why there is none, in the fragment or in the query', () => {
    const refusal = { what: 'refusal', code: 'otp_expired' };
    expect(at('/#error=access_denied&error_code=otp_expired&error_description=x&sb=')?.arrival).toEqual(refusal);
    expect(at('/x?error=access_denied&error_code=otp_expired#error_code=otp_expired')).toEqual({
      arrival: refusal,
      rest: '/x',
    });
    expect(at('/#error=server_error')?.arrival).toEqual({ what: 'refusal', code: 'server_error' });
    const said = '/#error=access_denied&error_code=bad_oauth_callback';
    expect(at(said)?.arrival, 'the person said no').toEqual({ what: 'refusal', code: 'access_denied' });
  });

  test('prefers the refusal to a session beside it', () => {
    expect(at('/#access_token=a&refresh_token=b&error_code=user_banned')?.arrival.what).toBe('refusal');
  });

  test('says that the other address has to agree', () => {
    expect(at('/membros#message=Confirmation+link+accepted&sb=')).toEqual({
      arrival: { what: 'half-way' },
      rest: '/membros',
    });
  });

  test.each(['/', '/blog#fim', '/blog?busca=code', '/#access_token=so-este', '/x?type=signup&sb='])(
    '%s says nothing of the kind',
    (path) => {
      expect(at(path)).toBeUndefined();
    },
  );
});
