/** The account and the requests that change it. Every call throws the service's refusal. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { paths } from '@/app/pages';
import { authProblem } from '@/entities/auth-refusal';
import { agree } from '@/entities/verify-contact-change';
import { callAuth, getClient, type User } from '@/lib/backend';
import { clientConfig } from '@/lib/client-config';

export function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId],
    queryFn: async (): Promise<User> => {
      const data = await callAuth((auth) => auth.getUser());
      return data.user;
    },
    staleTime: 0,
  });
}

/** The id of the signed-in person, for everything on the page. */
export const PersonContext = createContext<User | undefined>(undefined);

export function usePerson(): User {
  const user = use(PersonContext);
  if (!user) throw new Error('the settings need somebody signed in');
  return user;
}

/** The account as the server has it; until it has loaded, as the session has it. */
export function useAccount(): User {
  const user = usePerson();
  return useQuery(accountQuery(user.id)).data ?? user;
}

export async function changeEmail(email: string): Promise<void> {
  const emailRedirectTo = `${location.origin}${paths.membersSettings}`;
  await callAuth((auth) => auth.updateUser({ email }, { emailRedirectTo }));
}

export interface NewPassword {
  password: string;
  nonce?: string | undefined;
}

export async function changePassword({ password, nonce }: NewPassword): Promise<void> {
  await callAuth((auth) => auth.updateUser({ password, ...(nonce ? { nonce } : {}) }));
}

export async function changePhone(phone: string, nonce?: string): Promise<void> {
  await callAuth((auth) => auth.updateUser({ phone, ...(nonce ? { nonce } : {}) }));
}

/** False where the other number has yet to confirm. */
export async function confirmPhone(phone: string, token: string): Promise<boolean> {
  return agree({ type: 'phone_change', phone, token });
}

/** Renews the session with the mailed code; the library has no call for it. */
export async function confirmNonce(nonce: string): Promise<void> {
  const { auth } = await getClient();
  const { anonKey } = await clientConfig();
  const token = (await auth.getSession()).data.session?.access_token ?? '';
  const response = await fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify({ nonce }),
  });
  if (response.ok) return;
  const { code, message } = (await response.json()) as { code?: string; message?: string };
  throw Object.assign(new Error(message), { status: response.status, code });
}

export async function sendNonce(): Promise<void> {
  await callAuth((auth) => auth.reauthenticate());
}

/** Browsers offer no passkeys for an IP address. */
export const deviceKeysWork = () => typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|:/.test(location.hostname);

export function isClosed(error: unknown): boolean {
  const cause: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'cause') : undefined;
  return [error, cause].some((reason) => ['NotAllowedError', 'AbortError'].includes(authProblem(reason).name));
}
