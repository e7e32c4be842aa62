/** The two calls behind a new password. Both throw what the auth service refused with. */
import { getClient } from '@/lib/backend';
import { NotSignedIn } from '@/lib/failure';
import type { LinkKind } from './new-password-permit';

/** Spends the link's secret for a session, which the client keeps; the answer is whose it is. */
export async function exchangeLink(tokenHash: string, kind: LinkKind): Promise<string> {
  const client = await getClient();
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: kind });
  if (error) throw error;
  if (!data.user) throw new NotSignedIn();
  return data.user.id;
}

/** Sets the password of this person and of nobody else: another tab may have signed in somebody else since. */
export async function savePassword(userId: string, password: string): Promise<void> {
  const client = await getClient();
  const { data, error } = await client.auth.getSession();
  if (error) throw error;
  if (data.session?.user.id !== userId) throw new NotSignedIn();
  const answer = await client.auth.updateUser({ password });
  if (answer.error) throw answer.error;
}
