/**
 * The one access to the server's data. Public pages read as the anonymous visitor through the small PostgREST client. Who is
 * signed in reads and writes rows through it, too, until the client library is here, which keeps the session and follows
 * changes. No other file imports either library.
 */
import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@/generated/database';
import { clientConfig } from './client-config';
import { fetchWithLocalEnd } from './local-end';
import { whenShown } from './shown';

export type { PostgrestError } from '@supabase/postgrest-js';
export type {
  AuthError,
  Factor,
  Provider,
  RealtimeChannel,
  RealtimePostgresChangesPayload,
  Session,
  SupabaseClient,
  User,
} from '@supabase/supabase-js';

type Tables = Database['public']['Tables'];
export type TableName = keyof Tables;
/** The row types for reading and writing a table. */
export type Row<T extends TableName> = Tables[T]['Row'];
export type Insert<T extends TableName> = Tables[T]['Insert'];
export type Update<T extends TableName> = Tables[T]['Update'];
/** The names in a list of columns: `'id' | 'title'` of `'id,title'`. */
type NamesIn<List extends string> = List extends `${infer First},${infer Rest}` ? First | NamesIn<Rest> : List;
/** The part of a row that a list of columns selects, as in `Selected<'contents', 'id,title'>`. */
export type Selected<T extends TableName, List extends string> = {
  [Name in NamesIn<List>]: Name extends keyof Row<T> ? Row<T>[Name] : never;
};
export type Backend = SupabaseClient<Database>;
/** Client that reads and writes rows. */
export type DataClient = Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

// The client needs an absolute address. On the server it is a placeholder that is cut off again, because a relative fetch
// is answered in memory.
const ORIGIN = import.meta.env.SSR ? 'http://in-memory' : location.origin;

const inMemoryFetch: typeof fetch = (input, init) => fetch(String(input).slice(ORIGIN.length), init);

/** Reads and writes as the anonymous visitor, in the browser and on the server. */
export const rest = new PostgrestClient<Database>(
  `${ORIGIN}/rest/v1`,
  import.meta.env.SSR ? { fetch: inMemoryFetch, retry: false } : { retry: false },
);

/** The code of a row that exists already, as PostgreSQL and PostgREST name it. */
export const UNIQUE_VIOLATION = '23505';

type Answer<T> = { data: T; error: null } | { data: null; error: Error };

type ErrorListener = (error: unknown) => void;

const errorListeners = new Set<ErrorListener>();

/** Calls the listener with every error that a service answers, for every request. Returns what stops it. */
export function watchErrors(listener: ErrorListener): () => void {
  errorListeners.add(listener);
  return () => errorListeners.delete(listener);
}

/** An error that a service answered. */
export function noteError(error: unknown): void {
  for (const listener of errorListeners) listener(error);
}

/** Returns the data of a response, or throws its error. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error) {
    noteError(answer.error);
    throw answer.error;
  }
  return answer.data as T;
}

/** One page of a list with the number of all rows. */
export interface Page<T> {
  rows: T[];
  total: number;
  per_page: number;
}

/** A page of a counted query, or throws its error. A page beyond the last is empty. */
export function readPage<T>(answer: PostgrestSingleResponse<T[]>, perPage: number): Page<T> {
  const total = answer.count ?? 0;
  // The server answers a page beyond the last with a range error.
  const rows = answer.error?.code === 'PGRST103' ? [] : unwrap(answer);
  return { rows, total, per_page: perPage };
}

/** Returns a condition for `or()`: the column contains the text, ignoring case. */
export function containing(column: string, text: string): string {
  const pattern = text.replace(/[%_\\]/g, '\\$&').replace(/["\\]/g, '\\$&');
  return `${column}.ilike."%${pattern}%"`;
}

let client: Promise<Backend> | undefined;
/** The client library, once it is here. */
let loaded: Backend | undefined;

export function getClient(): Promise<Backend> {
  client ??= createBackend().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

/** The client library for what may wait until the page shows its contents. */
export async function getClientLater(): Promise<Backend> {
  await whenShown();
  return getClient();
}

/** The client library for what follows changes: channels are joined with the token of the session. */
export async function getLiveClient(): Promise<Backend> {
  const live = await getClientLater();
  await live.realtime.setAuth();
  return live;
}

/** A token that ends sooner is left to the client library, which renews it. */
const RENEWED_MS = 120_000;

/** The session that the client library has stored, as long as it needs no renewal. */
export function storedSession(): Session | null {
  try {
    const name = `sb-${location.hostname.split('.')[0]}-auth-token`;
    const session = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<Session> | null;
    const isCurrent = (session?.expires_at ?? 0) * 1_000 - Date.now() > RENEWED_MS;
    return session?.access_token && session.user && isCurrent ? (session as Session) : null;
  } catch {
    // Storage is forbidden, or holds something else: the library decides.
    return null;
  }
}

/** Reads and writes rows as the person who is signed in, without waiting for the client library. */
export async function getDataClient(): Promise<DataClient> {
  if (loaded) return loaded;
  const session = storedSession();
  if (!session) return getClient();
  const { anonKey: apikey } = await clientConfig();
  const headers = { apikey, Authorization: `Bearer ${session.access_token}` };
  return new PostgrestClient<Database>(`${ORIGIN}/rest/v1`, { headers, retry: false });
}

/** Asks as the signed-in person. Returns the data, or throws the server's error. */
export async function ask<T>(request: (client: Backend) => PromiseLike<Answer<T>>): Promise<T> {
  return unwrap(await request(await getClient()));
}

/** The same for rows, without waiting for the client library. */
export async function askAtOnce<T>(request: (client: DataClient) => PromiseLike<Answer<T>>): Promise<T> {
  return unwrap(await request(await getDataClient()));
}

/** Calls the auth service as the signed-in person. Returns the data, or throws the service's refusal. */
export async function callAuth<R extends { error: unknown }>(
  call: (auth: Backend['auth']) => Promise<R>,
): Promise<Extract<R, { data: unknown; error: null }>['data']> {
  const { auth } = await getClient();
  const answer = await call(auth);
  if (answer.error) throw answer.error;
  return (answer as Extract<R, { data: unknown; error: null }>).data;
}

async function createBackend(): Promise<Backend> {
  if (import.meta.env.SSR) throw new Error('The server renders the visitor only: it has no session.');
  const [{ createClient }, config] = await Promise.all([import('@supabase/supabase-js'), clientConfig()]);
  // A page may send requests to its own origin only, and this machine has two names of which passkeys know one.
  loaded = createClient<Database>(ORIGIN, config.anonKey, {
    // Queries are repeated once (app/query-client.ts): with the library's own repetitions, a page without a connection
    // would say so after a quarter of a minute only.
    db: { retry: false },
    global: { fetch: fetchWithLocalEnd },
    auth: {
      // The application takes a session out of the address itself (features/accounts/callback/callback.ts): the library
      // would leave the tokens in the history.
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  });
  return loaded;
}
