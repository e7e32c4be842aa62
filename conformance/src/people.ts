/** Callers by role, each with a client of its own. */
import assert from 'node:assert/strict';
import { createClient, FunctionsHttpError, type SupabaseClient, type User } from '@supabase/supabase-js';
import type { Server } from './server.ts';

const options = { auth: { persistSession: false, autoRefreshToken: false } };

export const password = 'Uma-frase-bem-longa-2026';

export function visitor(server: Server): SupabaseClient {
  return createClient(server.url, server.keys.anon, options);
}

export function service(server: Server): SupabaseClient {
  return createClient(server.url, server.keys.service_role, options);
}

let people = 0;

/** A new, confirmed, signed-in person. */
export async function person(
  server: Server,
  name = 'pessoa',
): Promise<{ client: SupabaseClient; id: string; email: string }> {
  people += 1;
  const email = `${name}-${people}@exemplo.com.br`;
  const made = await service(server).auth.admin.createUser({ email, password, email_confirm: true });
  if (made.error) throw made.error;
  const client = visitor(server);
  const signedIn = await client.auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  return { client, id: made.data.user.id, email };
}

/** A person with this role. */
export async function withRole(server: Server, role: string): ReturnType<typeof person> {
  const someone = await person(server, role);
  const granted = await service(server).from('user_roles').insert({ user_id: someone.id, role });
  if (granted.error) throw granted.error;
  return someone;
}

export const administrator = (server: Server) => withRole(server, 'admin');

/** A person with an active subscription. */
export async function subscriber(server: Server): ReturnType<typeof person> {
  const someone = await person(server, 'assinante');
  const row = { user_id: someone.id, email: someone.email, subscribed: true, status: 'active', plan: 'scale' };
  const granted = await service(server).from('subscribers').insert(row);
  if (granted.error) throw granted.error;
  return someone;
}

/** A client that keeps a PKCE verifier, as a browser does. `walker`: the browser whose cookies it sends. */
export function browserClient(
  server: Server,
  flowType: 'implicit' | 'pkce',
  walker?: { fetch: typeof fetch },
): SupabaseClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createClient(server.url, server.keys.anon, {
    ...(walker && { global: { fetch: walker.fetch } }),
    auth: { flowType, storage, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** The parameters in a redirect's fragment. */
export const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1));

/** Signs a client in with the session in a redirect's fragment. */
export async function takeSession(client: SupabaseClient, landed: URL): Promise<User> {
  const tokens = fragment(landed);
  const { data, error } = await client.auth.setSession({
    access_token: tokens.get('access_token') ?? '',
    refresh_token: tokens.get('refresh_token') ?? '',
  });
  assert.equal(error, null, landed.href);
  assert.ok(data.user);
  return data.user;
}

export async function refusalOf({ error }: { error: unknown }): Promise<[number, string]> {
  assert.ok(error instanceof FunctionsHttpError, 'the function refuses');
  const response: Response = error.context;
  return [response.status, ((await response.json()) as { code: string }).code];
}

export async function refusal(
  client: SupabaseClient,
  name: string,
  body: Record<string, unknown>,
): Promise<[number, string]> {
  return refusalOf(await client.functions.invoke(name, { body }));
}
