/** What lets somebody set a password: a link nobody used yet or, once it was exchanged, the session it opened. */
export type Permit = { tokenHash: string } | { userId: string };

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
  return link.get('type') === 'recovery' && SECRET.test(tokenHash) ? { tokenHash } : undefined;
}

function kept(state: unknown): Permit | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if ('tokenHash' in state && typeof state.tokenHash === 'string') return { tokenHash: state.tokenHash };
  if ('userId' in state && typeof state.userId === 'string') return { userId: state.userId };
  return undefined;
}
