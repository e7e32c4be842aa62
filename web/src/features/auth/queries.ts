/** Signing in. */
import { type AuthError, getClient } from '@/lib/backend';

/** Null when it worked; the auth service's error when it refused or did not answer. */
export async function signIn(email: string, password: string): Promise<AuthError | null> {
  const client = await getClient();
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error;
}
