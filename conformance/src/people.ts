/** Callers by name, each a client of its own as a browser would have. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Server } from './server.ts';

const options = { auth: { persistSession: false, autoRefreshToken: false } };

export const password = 'Uma-frase-bem-longa-2026';

/** Nobody is signed in. */
export function visitor(server: Server): SupabaseClient {
  return createClient(server.url, server.keys.anon, options);
}

/** The owner's own program. */
export function service(server: Server): SupabaseClient {
  return createClient(server.url, server.keys.service_role, options);
}

let people = 0;

/** A fresh, confirmed, signed-in person. */
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

/** A person with the role admin. */
export async function administrator(server: Server): ReturnType<typeof person> {
  const someone = await person(server, 'admin');
  const granted = await service(server).from('user_roles').insert({ user_id: someone.id, role: 'admin' });
  if (granted.error) throw granted.error;
  return someone;
}

/** A person with an active subscription. */
export async function subscriber(server: Server): ReturnType<typeof person> {
  const someone = await person(server, 'assinante');
  const row = { user_id: someone.id, email: someone.email, subscribed: true, status: 'active', plan: 'scale' };
  const granted = await service(server).from('subscribers').insert(row);
  if (granted.error) throw granted.error;
  return someone;
}
