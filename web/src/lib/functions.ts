/** The server functions, called by name as the signed-in person. Loaded with the client library only. */
import { getClient } from './backend';

/** What came of a call: the answer, or the stable code of the refusal where the function gave one. */
export type FunctionOutcome<T> = { data: T } | { error: unknown; code: string | undefined };

/** Calls a server function with a JSON body. */
export async function callFunction<T>(name: string, body?: Record<string, unknown>): Promise<FunctionOutcome<T>> {
  const client = await getClient();
  const { data, error } = await client.functions.invoke<T>(name, body ? { body } : {});
  if (error) return { error, code: await refusalCode(error) };
  return data === null ? { error: new Error(`${name} answered nothing`), code: undefined } : { data };
}

/** The client hands a refusal over as the response it came in. */
async function refusalCode(error: unknown): Promise<string | undefined> {
  const response: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'context') : undefined;
  if (!(response instanceof Response)) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Refused because this installation takes no payments yet. */
export const PAYMENTS_UNAVAILABLE = 'payments_unavailable';

/** Leaves for a page of the payment provider; false where the address is none. */
export function openPaymentPage(url: string): boolean {
  if (!/^https?:\/\//.test(url)) return false;
  location.assign(url);
  return true;
}
