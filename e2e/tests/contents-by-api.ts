/** Contents written by request, as the demo's administrator. */
import { type APIRequestContext, expect } from '@playwright/test';
import { createSession } from './accounts.ts';

async function signIn(request: APIRequestContext) {
  const { anonKey } = await (await request.get('/config.json')).json();
  const { access_token } = await createSession(request, 'admin@demo.test');
  return { apikey: anonKey, authorization: `Bearer ${access_token}`, prefer: 'return=representation' };
}

/** One session per test: a password takes long to check. */
const sessions = new WeakMap<APIRequestContext, ReturnType<typeof signIn>>();

/** The headers of the administrator's requests, which are answered with the row. */
export function asAdmin(request: APIRequestContext): ReturnType<typeof signIn> {
  const session = sessions.get(request) ?? signIn(request);
  sessions.set(request, session);
  return session;
}

/** Writes an article unless the row says otherwise; returns its id. */
export async function insertContent(request: APIRequestContext, row: object): Promise<string> {
  const headers = await asAdmin(request);
  const [category] = await (await request.get('/rest/v1/categories?select=id&name=eq.Gestão')).json();
  const data = { content_type: 'article', category_id: category.id, body: '<p>Como estava.</p>', ...row };
  const answer = await request.post('/rest/v1/contents?select=id', { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json())[0].id;
}
