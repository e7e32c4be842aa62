import type { EmailChoice } from '@/generated/functions';
import { rest, UNIQUE_VIOLATION, unwrap } from '@/lib/backend';
import { trackGoal } from '@/lib/goal';

/**
 * Subscribes an address. The insert finds the duplicate, which the server answers as a unique violation: visitors may not
 * read subscriptions.
 */
export async function subscribe(email: string): Promise<'success' | 'duplicate'> {
  const existing = await rest
    .from('newsletter_subscriptions')
    .select('email')
    .eq('email', email)
    .eq('is_active', true)
    .maybeSingle()
    // A lost connection is reported at once.
    .retry(false);
  if (existing.data) return 'duplicate';

  const { error } = await rest.from('newsletter_subscriptions').insert({ email });
  if (error?.code === UNIQUE_VIOLATION) return 'duplicate';
  if (error) throw error;
  trackGoal('newsletter');
  return 'success';
}

/** Confirms a subscription by the token of its e-mail: false for an unknown token. */
export async function confirm(token: string): Promise<boolean> {
  return unwrap(await rest.rpc('confirm_newsletter', { token }));
}

/** Ends a subscription by its token: false for an unknown token. */
export async function leave(token: string): Promise<boolean> {
  return unwrap(await rest.rpc('unsubscribe_newsletter', { token }));
}

/** Changes what an address receives, by the token of an e-mail: false for an unknown token. */
export async function choose(token: string, choices: EmailChoice[]): Promise<boolean> {
  return unwrap(await rest.rpc('choose_emails', { token, choices: choices.map((choice) => ({ ...choice })) }));
}
