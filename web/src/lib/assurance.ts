/**
 * Whether a session still owes its second factor. The server decides on every call (an aal1 session of an account with a
 * verified factor may only finish signing in); this spares people what would be refused.
 */
import type { Session } from './backend';

type Standing = Pick<Session, 'access_token'> & { user: Pick<Session['user'], 'factors'> };

/** As `mfa.getAuthenticatorAssuranceLevel()` tells it, but at once and of the very session at hand. */
export function awaitsSecondFactor({ access_token, user }: Standing): boolean {
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
