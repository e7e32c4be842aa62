/** Accounts of a test's own, made over the API as any program would, and the second factors they are given. */
import { createHmac } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { codeOf, letterTo } from './outbox.ts';

export const chosen = 'Uma frase de 2026';

async function post<T>(request: APIRequestContext, path: string, data: object, token?: string): Promise<T> {
  const { anonKey } = await (await request.get('/config.json')).json();
  const headers = { apikey: anonKey, ...(token && { authorization: `Bearer ${token}` }) };
  const answer: APIResponse = await request.post(`/auth/v1${path}`, { headers, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return await answer.json();
}

/** A confirmed account without a subscription; the answer is an access token of it. `name`: as its maker would give it. */
export async function newAccount(request: APIRequestContext, email: string, name?: string): Promise<string> {
  await post(request, '/signup', { email, password: chosen, ...(name && { data: { full_name: name } }) });
  const token = codeOf(await letterTo(request, email));
  return (await post<{ access_token: string }>(request, '/verify', { email, token, type: 'signup' })).access_token;
}

/** Exchanges the secret of a one-time link. */
export async function redeem(request: APIRequestContext, tokenHash: string): Promise<string> {
  const given = { token_hash: tokenHash, type: 'recovery' };
  return (await post<{ access_token: string }>(request, '/verify', given)).access_token;
}

/** Gives an account an authenticator app; the answer is its secret and a fresh token. */
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

/** The ten codes for when nothing else is at hand. */
export async function recoveryCodes(request: APIRequestContext, token: string): Promise<string[]> {
  const answer = await post<{ codes: string[] }>(request, '/factors/recovery-codes', {}, token);
  return answer.codes;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * What an authenticator app shows (RFC 6238), some steps of 30 s from now. A code works once; the service takes the one
 * before and the one after as well. Of the secret, however it is grouped.
 */
export function totp(secret: string, stepsAhead = 0): string {
  const letters = secret.replace(/[^A-Z2-7]/g, '');
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
