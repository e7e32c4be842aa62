import { rest, UNIQUE_VIOLATION } from '@/lib/backend';
import type { Entry } from './waitlist-entry';

/** Adds an entry to the waitlist; an address has one. */
export async function join(entry: Entry): Promise<'joined' | 'duplicate'> {
  const { error } = await rest.from('waitlist_entries').insert(entry);
  if (error?.code === UNIQUE_VIOLATION) return 'duplicate';
  if (error) throw error;
  return 'joined';
}
