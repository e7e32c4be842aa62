import { rest } from '@/lib/backend';
import type { CheckedMessage } from './message';

/** Hands the message in. Visitors may write messages and read none, so nothing is asked back. */
export async function send(message: CheckedMessage): Promise<void> {
  const { error } = await rest.from('contacts').insert(message);
  if (error) throw error;
}
