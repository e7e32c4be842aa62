import { rest } from '@/lib/backend';
import type { CheckedMessage } from './message';

const UNIQUE_VIOLATION = '23505';

/**
 * Hands the message in. Visitors may write messages and read none, so nothing is asked back. The same words a moment ago are
 * the same message: it was stored and its answer lost, or somebody pressed twice.
 */
export async function send(message: CheckedMessage): Promise<void> {
  const { error } = await rest.from('contacts').insert(message);
  if (error && error.code !== UNIQUE_VIOLATION) throw error;
}
