import { type Insert, rest, UNIQUE_VIOLATION } from '@/lib/backend';
import { trackGoal } from '@/lib/goal';

/**
 * Stores the message. Visitors may write messages and read none, so nothing is returned. A repeat of the same text within
 * moments counts as the same message.
 */
export async function send(message: Insert<'contacts'>): Promise<void> {
  const { error } = await rest.from('contacts').insert(message);
  if (error && error.code !== UNIQUE_VIOLATION) throw error;
  if (!error) trackGoal('contact');
}
