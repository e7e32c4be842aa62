import { getClient } from '@/lib/backend';
import { NotSignedIn } from '@/lib/errors';
import { goOnUrl } from '../destination';

/** What a letter is for: proving the address of a new account, signing in, or setting a new password. */
export type Purpose = 'signup' | 'signin' | 'recovery';

/** Has the letter sent (again). The answer never tells whether there is an account. */
export async function requestLetter(purpose: Purpose, email: string, next: string | undefined): Promise<void> {
  const { auth } = await getClient();
  const goOn = goOnUrl(next);
  const { error } =
    purpose === 'signup'
      ? await auth.resend({ type: 'signup', email, options: { emailRedirectTo: goOn } })
      : purpose === 'signin'
        ? await auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: goOn } })
        : await auth.resetPasswordForEmail(email, { redirectTo: goOn });
  if (error) throw error;
}

export async function spendCode(purpose: Purpose, email: string, token: string): Promise<string> {
  const client = await getClient();
  const type = purpose === 'recovery' ? 'recovery' : 'email';
  const { data, error } = await client.auth.verifyOtp({ email, token, type });
  if (error) throw error;
  if (!data.user) throw new NotSignedIn();
  return data.user.id;
}

export interface SentLetter {
  email: string;
  purpose: Purpose;
  /** When it was asked for, in milliseconds; absent where it was not asked for just now. */
  sentAt?: number;
}

const PURPOSES: readonly unknown[] = ['signup', 'signin', 'recovery'] satisfies Purpose[];

/** How long the service waits between two letters of a kind. */
export const LETTER_PAUSE_MS = 60_000;

export function readSentLetter(state: unknown): SentLetter | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { email, purpose, sentAt } = state as Record<string, unknown>;
  if (typeof email !== 'string' || !email || !PURPOSES.includes(purpose)) return undefined;
  const letter = { email, purpose: purpose as Purpose };
  return typeof sentAt === 'number' ? { ...letter, sentAt } : letter;
}
