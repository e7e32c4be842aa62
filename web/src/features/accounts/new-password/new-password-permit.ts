/**
 * What lets somebody set a password: a link nobody used yet or, once it was exchanged, the session it opened. `why` says
 * that more than one sign-up had been made before the address was confirmed, so that no password was kept.
 */
export type Permit = { tokenHash: string; kind: LinkKind } | { userId: string; why?: 'signup' };

/** What such a link is: somebody forgot the password, or is invited and has none yet. */
export type LinkKind = 'recovery' | 'invite';

export const asksForPassword = (text: unknown): text is LinkKind => text === 'recovery' || text === 'invite';

/** Secrets are base64url. Anything else was cut or changed on its way. */
const SECRET = /^[\w-]{16,128}$/;

/**
 * Reads the permit from the link or, where the address holds none, from the history entry: that is where it moves so that
 * the secret is in no address and a reload loses nothing.
 */
export function readPermit(search: string, state: unknown): Permit | undefined {
  const link = new URLSearchParams(search);
  const tokenHash = link.get('token_hash');
  if (tokenHash === null) return kept(state);
  const kind = link.get('type');
  return asksForPassword(kind) && SECRET.test(tokenHash) ? { tokenHash, kind } : undefined;
}

function kept(state: unknown): Permit | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { tokenHash, kind, userId, why } = state as Record<string, unknown>;
  if (typeof tokenHash === 'string' && asksForPassword(kind)) return { tokenHash, kind };
  if (typeof userId !== 'string') return undefined;
  return why === 'signup' ? { userId, why } : { userId };
}
