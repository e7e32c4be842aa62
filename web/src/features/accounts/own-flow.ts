/**
 * Sign-ins that this browser began and that end with a session in the address: an e-mail's link or an external
 * provider. A session that comes without one was sent by somebody else, and the page asks before it enters.
 */
const KEY = 'ateneu-sign-in-begun';

/** Time for which a provider keeps a sign-in, and the longest life of a link. */
const PROVIDER_MS = 10 * 60_000;
const EMAIL_MS = 60 * 60_000;

interface Flow {
  /** Milliseconds. */
  ends: number;
  /** The address the link was sent to; absent for a provider. */
  email?: string;
}

/** Notes that a sign-in begins here: at an external provider, or by an e-mail to the address. */
export function beginFlow(email?: string) {
  const flow: Flow =
    email === undefined
      ? { ends: Date.now() + PROVIDER_MS }
      : { ends: Date.now() + EMAIL_MS, email: email.trim().toLowerCase() };
  try {
    localStorage.setItem(KEY, JSON.stringify(flow));
  } catch {
    // Storage may be forbidden: then the page asks.
  }
}

/** Returns `true` if this browser began the sign-in of the account with this e-mail. It counts once. */
export function endFlow(email: string | undefined): boolean {
  try {
    const flow = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Flow> | null;
    localStorage.removeItem(KEY);
    const isFor = flow?.email === undefined || flow.email === email?.toLowerCase();
    return (flow?.ends ?? 0) > Date.now() && isFor;
  } catch {
    return false;
  }
}
