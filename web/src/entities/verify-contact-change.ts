/** Agreeing to a change of one's own address, with what was sent to it. */
import { getClient } from '@/lib/backend';
import { clientConfig } from '@/lib/client-config';

export type Proof =
  | { type: 'email_change'; token_hash: string }
  | { type: 'phone_change'; phone: string; token: string };

interface Answer {
  access_token?: string;
  refresh_token?: string;
  code?: string;
  message?: string;
}

/** True when that was the last word; false where the other address has yet to agree. Throws what the service refused. */
export async function agree(proof: Proof): Promise<boolean> {
  const { auth } = await getClient();
  const { session } = (await auth.getSession()).data;
  if (!session) {
    const { data, error } = await auth.verifyOtp(proof);
    if (error) throw error;
    return data.session !== null;
  }
  // Whoever says who they are goes on in their session, with all it has proved. The library's call does not say it.
  const { anonKey } = await clientConfig();
  const response = await fetch('/auth/v1/verify', {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(proof),
  });
  const { access_token, refresh_token, code, message } = (await response.json()) as Answer;
  if (!response.ok) throw Object.assign(new Error(message), { status: response.status, code });
  if (!access_token || !refresh_token) return false;
  const { error } = await auth.setSession({ access_token, refresh_token });
  if (error) throw error;
  return true;
}
