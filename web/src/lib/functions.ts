/** The server functions, called by name as the signed-in person. Loaded with the client library only. */
import type { Functions } from '@/generated/functions';
import { getClient, noteError } from './backend';
import { clientConfig } from './client-config';
import { FunctionFailed } from './errors';

export type FunctionName = keyof Functions;

type Response<N extends FunctionName> = Functions[N]['response'];

/** The parameters of a function; optional where all of them are. */
type Body<N extends FunctionName> =
  Record<never, never> extends Functions[N]['request']
    ? [body?: Functions[N]['request']]
    : [body: Functions[N]['request']];

type Calls = { [N in FunctionName]: { name: N; body: Functions[N]['request'] } };
type Named = { [N in FunctionName]: Response<N> extends { message: string } ? N : never }[FunctionName];

export type ActionCall = Calls[Named];

/** The answer of an action; the account where it made one or identified one otherwise. */
export interface Done {
  message: string;
  user_id?: string;
}

/** A function's refusal: a stable code, and a sentence in Portuguese. */
interface Refusal {
  code: string | undefined;
  message?: string | undefined;
}

export type FunctionOutcome<T> = { data: T } | ({ error: unknown } & Refusal);

export async function callFunction<N extends FunctionName>(
  name: N,
  ...[body]: Body<N>
): Promise<FunctionOutcome<Response<N>>> {
  const client = await getClient();
  const { data, error } = await client.functions.invoke<Response<N>>(name, body ? { body } : {});
  if (error) {
    const refusal = await refusalOf(error);
    noteError(refusal);
    return { error, ...refusal };
  }
  return data === null ? { error: new Error(`${name} answered nothing`), code: undefined } : { data };
}

/** The client returns a refusal as the response. */
async function refusalOf(error: unknown): Promise<Refusal> {
  const response = member(error, 'context');
  const body: unknown = response instanceof Response ? await response.json().catch(() => undefined) : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { code: text(member(body, 'code')), message: text(member(body, 'message')) };
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns the answer of a server function. Throws {@link FunctionFailed}. */
export async function functionAnswer<N extends FunctionName>(name: N, ...body: Body<N>): Promise<Response<N>> {
  const outcome = await callFunction(name, ...body);
  if ('error' in outcome) throw new FunctionFailed(outcome);
  return outcome.data;
}

/** Sends a call that the browser finishes although the page is being closed. Nothing of the answer is read but its status. */
export async function callFunctionLast<N extends FunctionName>(name: N, body: Functions[N]['request']): Promise<void> {
  const response = await send(name, body, { keepalive: true });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
}

/** The file that a function answers; throws {@link FunctionFailed}. */
export async function functionFile<N extends FunctionName>(name: N, body: Functions[N]['request']): Promise<Blob> {
  const response = await send(name, body);
  if (response.ok) return response.blob();
  const error = Object.assign(new Error(`${name} answered ${response.status}`), { context: response });
  throw new FunctionFailed({ error, ...(await refusalOf(error)) });
}

async function send<N extends FunctionName>(name: N, body: Functions[N]['request'], init: RequestInit = {}) {
  const client = await getClient();
  const [{ data }, { anonKey }] = await Promise.all([client.auth.getSession(), clientConfig()]);
  return fetch(`/functions/v1/${name}`, {
    ...init,
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${data.session?.access_token ?? anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

/** Opens a page of the payment provider. Returns `false` if the address is invalid. */
export function openPaymentPage(url: string): boolean {
  if (!/^https?:\/\//.test(url)) return false;
  location.assign(url);
  return true;
}

/** Empty values as the functions take them. */
export const orNull = <Values extends Readonly<Record<string, string>>>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || null])) as {
    [Name in keyof Values]: Exclude<Values[Name], ''> | null;
  };
