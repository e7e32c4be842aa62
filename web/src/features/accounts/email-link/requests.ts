import { callAuth, getClient } from '@/lib/backend';
import { NotSignedIn } from '@/lib/errors';
import { continueUrl } from '../destination';
import { beginFlow } from '../own-flow';

/** Purpose of an e-mail: proving the address of a new account, signing in, or setting a new password. */
export type Purpose = 'signup' | 'signin' | 'recovery';

/** Sends the e-mail (again). The response never reveals whether there is an account. */
export async function requestEmail(purpose: Purpose, email: string, next: string | undefined): Promise<void> {
  const { auth } = await getClient();
  const redirect = continueUrl(next);
  beginFlow(email);
  const { error } =
    purpose === 'signup'
      ? await auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirect } })
      : purpose === 'signin'
        ? await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: redirect } })
        : await auth.resetPasswordForEmail(email, { redirectTo: redirect });
  if (error) throw error;
}

export async function spendCode(purpose: Purpose, email: string, token: string): Promise<string> {
  const type = purpose === 'recovery' ? 'recovery' : 'email';
  const data = await callAuth((auth) => auth.verifyOtp({ email, token, type }));
  if (!data.user) throw new NotSignedIn();
  return data.user.id;
}

export interface SentEmail {
  email: string;
  purpose: Purpose;
  /** Time at which it was requested, in milliseconds; absent where it was not requested just now. */
  sentAt?: number;
}

const PURPOSES: readonly unknown[] = ['signup', 'signin', 'recovery'] satisfies Purpose[];

export const RESEND_PAUSE_MS = 60_000;

export function readSentEmail(state: unknown): SentEmail | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { email, purpose, sentAt } = state as Record<string, unknown>;
  if (typeof email !== 'string' || !email || !PURPOSES.includes(purpose)) return undefined;
  const sent = { email, purpose: purpose as Purpose };
  return typeof sentAt === 'number' ? { ...sent, sentAt } : sent;
}
