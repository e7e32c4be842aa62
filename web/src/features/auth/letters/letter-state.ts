/** What the code screen knows of the letter it waits for; kept in the history entry, so that a reload loses nothing. */
import type { Purpose } from './letters';

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
