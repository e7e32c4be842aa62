/** Signing in and out, and the roles of who is signed in. */
import { queryOptions } from '@tanstack/react-query';
import { type AuthError, getClient, type Row, unwrap } from '@/lib/backend';

export type Role = Row<'user_roles'>['role'];

/** The roles a user holds. The server decides by them too: this only spares the visitor what would be refused. */
export function rolesQuery(userId: string) {
  return queryOptions({
    queryKey: ['roles', userId],
    queryFn: async ({ signal }): Promise<Role[]> => {
      const client = await getClient();
      const rows = unwrap(await client.from('user_roles').select('role').eq('user_id', userId).abortSignal(signal));
      return rows.map((row) => row.role);
    },
  });
}

/** Null when it worked; the auth service's error when it refused or did not answer. */
export async function signIn(email: string, password: string): Promise<AuthError | null> {
  const client = await getClient();
  const { error } = await client.auth.signInWithPassword({ email, password });
  return error;
}

/** Ends this session here and on the server; others of the same user stay. */
export async function signOut(): Promise<AuthError | null> {
  const client = await getClient();
  const { error } = await client.auth.signOut({ scope: 'local' });
  return error;
}
