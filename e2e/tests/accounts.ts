/** Accounts created over the API, their sessions and second factors. */
import { createHmac } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';
import type { Server } from './server.ts';

export const chosen = 'Uma frase de 2026';
/** Path of the page on which visitors sign in. */
export const LOGIN = '/membros/apresentacao';

export const demoPassword = 'Ateneu-demo-2026';

export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

async function post<T>(request: APIRequestContext, path: string, data: object, token?: string): Promise<T> {
  const { anonKey } = await (await request.get('/config.json')).json();
  const headers = { apikey: anonKey, ...(token && { authorization: `Bearer ${token}` }) };
  const answer: APIResponse = await request.post(`/auth/v1${path}`, { headers, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return await answer.json();
}

/** A session of an account without a second factor. */
export async function createSession(
  request: APIRequestContext,
  email: string,
  password = demoPassword,
): Promise<Session> {
  return post<Session>(request, '/token?grant_type=password', { email, password });
}

/**
 * Signs an account in without the form: stores its session where the client library does. `origin`: where the site is
 * opened, if not at its own address.
 */
export async function signInByApi(
  page: Page,
  email: string,
  { password = demoPassword, origin = '' }: { password?: string; origin?: string } = {},
): Promise<void> {
  const { request } = page.context();
  const session = await createSession(request, email, password);
  const site = origin || new URL((await request.get('/config.json')).url()).origin;
  const name = `sb-${new URL(site).hostname.split('.')[0]}-auth-token`;
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: site, localStorage: [{ name, value: JSON.stringify(session) }] }],
  });
}

/** {@link signInByApi}, and then opens an address. The page open before must not send what it holds in the new session. */
export async function openSignedIn(
  page: Page,
  email: string,
  path: string,
  options?: { password?: string; origin?: string },
) {
  await leavePage(page);
  await signInByApi(page, email, options);
  await page.goto((options?.origin ?? '') + path);
}

/** Leaves an open page for one without scripts. */
async function leavePage(page: Page): Promise<void> {
  if (page.url().startsWith('http')) await page.goto(new URL('/robots.txt', page.url()).href);
}

/** Removes the browser's session; the server's remains. What an open page still asks for would be refused without it. */
export async function forgetSession(page: Page): Promise<void> {
  await leavePage(page);
  await page.evaluate(() => localStorage.clear());
}

/** Fills in the login form and sends it. */
export async function fillLogin(page: Page, email: string, password = chosen): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Fills in and sends the form of a new password. */
export async function saveNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('Nova senha').fill(password);
  await page.getByLabel('Repita a senha').fill(repeated);
  await page.getByRole('button', { name: 'Salvar senha' }).click();
}

/** Opens the members' dashboard with a session. */
export async function openDashboard(page: Page, email: string): Promise<void> {
  await openSignedIn(page, email, '/membros');
  await expect(page.getByRole('heading', { name: 'Atividade recente' })).toBeVisible();
}

export const SETTINGS = '/membros/configuracoes';

export const expectSettings = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible();

export const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Asks for the second factor. */
export const mfaHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Confirme que é você' });

export const serviceHeaders = ({ serviceKey }: Server) => ({
  apikey: serviceKey,
  authorization: `Bearer ${serviceKey}`,
});

/** A request with the service key; its status must be a success. */
export async function byService(server: Server, method: string, path: string, body?: object): Promise<Response> {
  const headers = { ...serviceHeaders(server), ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.ok, `${method} ${path}: ${await answer.clone().text()}`).toBe(true);
  return answer;
}

/** A confirmed account without a subscription; returns its id. `name`: as in its metadata. */
export async function createAccount(
  server: Server,
  email: string,
  { password = chosen, name = '' } = {},
): Promise<string> {
  const account = { email, password, email_confirm: true, ...(name && { user_metadata: { full_name: name } }) };
  const answer = await byService(server, 'POST', '/auth/v1/admin/users', account);
  return ((await answer.json()) as { id: string }).id;
}

/** A confirmed account with an active subscription. */
export async function createMember(server: Server, email: string, plan = 'scale'): Promise<void> {
  const user_id = await createAccount(server, email, { password: demoPassword });
  const row = { user_id, email, subscribed: true, status: 'active', plan };
  await byService(server, 'POST', '/rest/v1/subscribers', row);
}

/** Rows that match a filter, read with the service key. */
export async function rowsOf(server: Server, table: string, filter: string): Promise<Record<string, unknown>[]> {
  const answer = await byService(server, 'GET', `/rest/v1/${table}?${filter}`);
  return (await answer.json()) as Record<string, unknown>[];
}

/** Resolves when exactly one row matches a filter. */
export const untilOne = (server: Server, table: string, filter: string) =>
  expect.poll(async () => (await rowsOf(server, table, filter)).length).toBe(1);

/** The link for a new administrator's first password, without its origin. */
export function createAdminLink(server: Server, email: string): string {
  const { pathname, search } = new URL(server.command('admin', 'create', email).trim());
  return pathname + search;
}

/** Exchanges the secret of a one-time link for an access token. */
export async function redeem(request: APIRequestContext, tokenHash: string): Promise<string> {
  const given = { token_hash: tokenHash, type: 'recovery' };
  return (await post<{ access_token: string }>(request, '/verify', given)).access_token;
}

/** Adds an authenticator app to an account; returns its secret and a new token. */
export async function addApp(request: APIRequestContext, token: string): Promise<{ secret: string; token: string }> {
  interface Enrolled {
    id: string;
    totp: { secret: string };
  }
  const { id, totp: app } = await post<Enrolled>(request, '/factors', { factor_type: 'totp' }, token);
  const challenge = await post<{ id: string }>(request, `/factors/${id}/challenge`, { factorId: id }, token);
  const proof = { challenge_id: challenge.id, code: totp(app.secret) };
  const session = await post<{ access_token: string }>(request, `/factors/${id}/verify`, proof, token);
  return { secret: app.secret, token: session.access_token };
}

/** An account with an authenticator app. */
export async function createProtectedAccount(server: Server, request: APIRequestContext, email: string) {
  await createAccount(server, email);
  return addApp(request, (await createSession(request, email, chosen)).access_token);
}

/** The ten recovery codes. */
export async function recoveryCodes(request: APIRequestContext, token: string): Promise<string[]> {
  const answer = await post<{ codes: string[] }>(request, '/factors/recovery-codes', {}, token);
  return answer.codes;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code of an authenticator app (RFC 6238), some steps of 30 s from now. A code works once; the service accepts the one
 * before and the one after as well.
 */
export function totp(secret: string, stepsAhead = 0): string {
  const symbols = secret.replace(/[^A-Z2-7]/g, '');
  const bits = [...symbols].map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
