/** What every use of a device's key shares, be it a passkey or a second factor. */
import { authProblem } from '@/lib/auth-refusal';

/** Browsers know no keys for a bare address. */
export const deviceKeysWork = () => typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|:/.test(location.hostname);

/** The person closed the browser's question, or let it pass. */
export function isClosed(error: unknown): boolean {
  const cause: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'cause') : undefined;
  return [error, cause].some((reason) => ['NotAllowedError', 'AbortError'].includes(authProblem(reason).name));
}
