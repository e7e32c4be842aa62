/** Confirms a change of the person's own e-mail or telephone with what was sent to it. */
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

/** True when the change is complete. Returns `false` if the other address has yet to confirm. Throws the service's refusal. */
export async function agree(proof: Proof): Promise<boolean> {
  const { auth } = await getClient();
  const { session } = (await auth.getSession()).data;
  if (!session) {
    const { data, error } = await auth.verifyOtp(proof);
    if (error) throw error;
    return data.session !== null;
  }
  // The request carries the session, which keeps its level. The library's call sends none.
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
