import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithLocalEnd } from './local-end';

let answer: Response;

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://casa.test' });
  vi.stubGlobal('fetch', async () => answer);
});
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

test('a session ends by the clock of this machine', async () => {
  answer = json({ access_token: 'a', expires_in: 3600, expires_at: 5, user: { id: 'u' } });
  const read = await (await fetchWithLocalEnd('https://casa.test/auth/v1/token?grant_type=password')).json();
  expect(read.expires_at - Date.now() / 1000).toBeCloseTo(3600, -1);
  expect(read.user).toEqual({ id: 'u' });
});

test.each([
  ['/auth/v1/user', json({ id: 'u' }), { id: 'u' }],
  ['/auth/v1/token', json({ expires_at: 5 }), { expires_at: 5 }],
  [
    '/auth/v1/token',
    json({ code: 'x', expires_in: 1, expires_at: 5 }, 400),
    { code: 'x', expires_in: 1, expires_at: 5 },
  ],
  ['/rest/v1/x', json([{ expires_in: 1, expires_at: 5 }]), [{ expires_in: 1, expires_at: 5 }]],
])('%s is passed on as it is', async (path, response, body) => {
  answer = response;
  const passed = await fetchWithLocalEnd(path);
  expect([passed.status, await passed.json()]).toEqual([response.status, body]);
});
