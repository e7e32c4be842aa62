/** The link of an e-mail: a secret and its purpose. */
import { agree } from '@/entities/verify-contact-change';
import { callAuth } from '@/lib/backend';

export type LinkKind = 'signup' | 'magiclink' | 'email_change';

const KINDS: readonly unknown[] = ['signup', 'magiclink', 'email_change'] satisfies LinkKind[];

/** A session that came in the address unasked, or while another account was signed in. */
export interface OtherSession {
  accessToken: string;
  refreshToken: string;
  type: string;
  /** The account signed in here, if any. */
  present: { email: string | undefined } | null;
}

/** The screen's state; kept in the history entry once the secret has left the address. */
export type LinkState =
  | { tokenHash: string; kind: LinkKind }
  /** Invalid or spent; the kind is known where the link names it. */
  | { spent: LinkKind | 'unknown' }
  /** One of two addresses is confirmed. */
  | { halfWay: true }
  /** A session that is taken only if the person confirms. */
  | { other: OtherSession };

/** Secrets are base64url. Anything else was cut or changed on its way. */
const SECRET = /^[\w-]{16,128}$/;

export function readLink(search: string, state: unknown): LinkState {
  const query = new URLSearchParams(search);
  const tokenHash = query.get('token_hash');
  const type = query.get('type') === 'email' ? 'magiclink' : query.get('type');
  if (tokenHash === null) return keptLink(state);
  if (!KINDS.includes(type)) return { spent: 'unknown' };
  const kind = type as LinkKind;
  return SECRET.test(tokenHash) ? { tokenHash, kind } : { spent: kind };
}

function keptLink(state: unknown): LinkState {
  if (typeof state !== 'object' || state === null) return { spent: 'unknown' };
  const { tokenHash, kind, spent, halfWay, other } = state as Record<string, unknown>;
  if (halfWay === true) return { halfWay };
  if (typeof other === 'object' && other !== null) return { other: other as OtherSession };
  if (KINDS.includes(kind) && typeof tokenHash === 'string') return { tokenHash, kind: kind as LinkKind };
  return { spent: KINDS.includes(spent) ? (spent as LinkKind) : 'unknown' };
}

/** Uses the secret. Returns `true` if the client has a session now; false after the first half of a change of address. */
export async function spendLink(tokenHash: string, kind: LinkKind): Promise<boolean> {
  if (kind === 'email_change') return agree({ type: kind, token_hash: tokenHash });
  const data = await callAuth((auth) => auth.verifyOtp({ token_hash: tokenHash, type: kind }));
  return data.session !== null;
}
