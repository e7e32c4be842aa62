/**
 * Second factor of a session. The server decides on every request: an aal1 session of an account with a verified factor
 * may only finish signing in.
 */
import type { Session } from '@/lib/backend';

type SessionFactors = Pick<Session, 'access_token'> & { user: Pick<Session['user'], 'factors'> };

/**
 * Returns `true` if the session still lacks its second factor. Like `mfa.getAuthenticatorAssuranceLevel()`, but
 * synchronous and for the given session.
 */
export function awaitsSecondFactor({ access_token, user }: SessionFactors): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && levelOf(access_token) !== 'aal2';
}

function levelOf(token: string): unknown {
  const [, claims = ''] = token.split('.');
  try {
    const parsed: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'aal') : undefined;
  } catch {
    return undefined;
  }
}
