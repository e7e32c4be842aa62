/**
 * Permission to set a password: an unused link or, once it was exchanged, its session. `why` says that more than one
 * sign-up was made before the address was confirmed, so that no password was kept.
 */
export type Permit = { tokenHash: string; kind: LinkKind } | { userId: string; why?: 'signup' };

/** The purpose of the link: a forgotten password, or an invitation. */
export type LinkKind = 'recovery' | 'invite';

export const asksForPassword = (text: unknown): text is LinkKind => text === 'recovery' || text === 'invite';

/** Secrets are base64url. Anything else was cut or changed on its way. */
const SECRET = /^[\w-]{16,128}$/;

/**
 * Reads the permit from the link or, where the address holds none, from the history entry, to which it is moved so that no
 * address holds the secret and a reload keeps it.
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
