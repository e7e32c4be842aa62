import { rest, unwrap } from '@/lib/backend';

const UNIQUE_VIOLATION = '23505';

/**
 * Subscribes an address. Whoever may not read subscriptions sees none of them; the insert then finds the duplicate, which
 * the server answers as a unique violation.
 */
export async function subscribe(email: string): Promise<'success' | 'duplicate'> {
  const existing = await rest
    .from('newsletter_subscriptions')
    .select('email')
    .eq('email', email)
    .eq('is_active', true)
    .maybeSingle()
    // Whoever has just lost the connection is informed at once.
    .retry(false);
  if (existing.data) return 'duplicate';

  const { error } = await rest.from('newsletter_subscriptions').insert({ email });
  if (error?.code === UNIQUE_VIOLATION) return 'duplicate';
  if (error) throw error;
  return 'success';
}

/** Confirms a subscription by the token of its e-mail: false when the token leads nowhere. */
export async function confirm(token: string): Promise<boolean> {
  return unwrap(await rest.rpc('confirm_newsletter', { token }));
}

/** Ends the subscription a token was mailed to: false when the token leads nowhere. */
export async function leave(token: string): Promise<boolean> {
  return unwrap(await rest.rpc('unsubscribe_newsletter', { token }));
}
