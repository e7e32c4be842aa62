import { type Insert, rest, UNIQUE_VIOLATION } from '@/lib/backend';

/** Adds an entry to the waitlist; an address has one. */
export async function join(entry: Insert<'waitlist_entries'>): Promise<'joined' | 'duplicate'> {
  const { error } = await rest.from('waitlist_entries').insert(entry);
  if (error?.code === UNIQUE_VIOLATION) return 'duplicate';
  if (error) throw error;
  return 'joined';
}
