/**
 * Second factors through the real client: to aal2 and back, with an authenticator app, a telephone and recovery codes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { appCode, wrongCode } from './authenticator.ts';
import { onEachDatabase } from './databases.ts';
import { emailsTo } from './emails.ts';
import { administrator, password, person, refusalOf, service, subscriber, visitor } from './people.ts';
import type { Server } from './server.ts';

/** A client with the library's experimental recovery codes. */
function withRecoveryCodes(server: Server): SupabaseClient {
  return createClient(server.url, server.keys.anon, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  });
}

/** The answer of `send-2fa-code`. */
interface SentCode {
  phone: string;
  factor_id: string;
  challenge_id: string;
  expires_at: number;
}

/** Enrols and verifies an authenticator app; the next code has to be of the next step. */
async function protect(client: SupabaseClient): Promise<{ factorId: string; secret: string }> {
  const made = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Aplicativo' });
  assert.equal(made.error, null);
  assert.ok(made.data?.type === 'totp');
  const { id: factorId, totp } = made.data;
  const proved = await client.auth.mfa.challengeAndVerify({ factorId, code: appCode(totp.secret) });
  assert.equal(proved.error, null);
  return { factorId, secret: totp.secret };
}

async function levels(client: SupabaseClient): Promise<[string | null | undefined, string | null | undefined]> {
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  assert.equal(error, null);
  return [data?.currentLevel, data?.nextLevel];
}

/** Another sign-in of the same person, as from another device. */
async function signIn(client: SupabaseClient, email: string): Promise<SupabaseClient> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  assert.equal(error, null);
  return client;
}

onEachDatabase('second factors', (server) => {
  test('an authenticator app raises the session to aal2', async () => {
    const { client, email } = await person(server());
    const other = await signIn(visitor(server()), email);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const made = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Celular', issuer: 'Casa' });
    assert.ok(made.data?.type === 'totp');
    assert.match(made.data.totp.qr_code, /^data:image\/svg\+xml;utf-8,<\?xml.*<svg[^#]*<\/svg>$/s);
    assert.match(made.data.totp.uri, /^otpauth:\/\/totp\/Casa:/);
    const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Celular' });
    assert.equal(twice.error?.code, 'mfa_factor_name_conflict');
    const factorId = made.data.id;
    assert.deepEqual((await client.auth.mfa.listFactors()).data?.totp, [], 'not proved yet');
    assert.deepEqual(await levels(client), ['aal1', 'aal1']);

    const asked = await client.auth.mfa.challenge({ factorId });
    assert.ok(asked.data && Math.abs(asked.data.expires_at - Date.now() / 1_000 - 300) < 60, 'unix seconds');
    const challengeId = asked.data.id;
    const code = wrongCode(made.data.totp.secret);
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code });
    assert.equal(wrong.error?.code, 'mfa_verification_failed');
    const shown = appCode(made.data.totp.secret);
    const right = await client.auth.mfa.verify({ factorId, challengeId, code: shown });
    assert.equal(right.error, null);
    assert.equal(right.data?.user.email, email);
    assert.deepEqual(events.slice(-1), ['MFA_CHALLENGE_VERIFIED']);
    assert.deepEqual(await levels(client), ['aal2', 'aal2']);
    const claims = (await client.auth.getClaims()).data?.claims;
    assert.equal(claims?.aal, 'aal2');
    assert.deepEqual(
      claims?.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
      ['totp', 'password'],
    );
    assert.equal((await client.auth.mfa.listFactors()).data?.totp[0]?.id, factorId);
    const [message] = await emailsTo(server(), email, 1);
    assert.equal(message?.subject, 'Verificação em duas etapas ativada');
    assert.ok((await other.auth.getUser()).error, 'a session without the second factor ends');
    const replayed = await client.auth.mfa.challengeAndVerify({ factorId, code: shown });
    assert.equal(replayed.error?.code, 'mfa_verification_failed', 'a code works once');
  });

  test('an account with a factor has its rights at aal2 only', async () => {
    const { client, email, id } = await subscriber(server());
    const { factorId, secret } = await protect(client);
    const own = (who: SupabaseClient) => who.from('subscribers').select('user_id').eq('user_id', id);
    assert.equal((await own(client)).data?.length, 1);
    const half = await signIn(visitor(server()), email);
    assert.deepEqual(await levels(half), ['aal1', 'aal2']);
    assert.deepEqual((await own(half)).data ?? [], []);
    const changed = await half.auth.updateUser({ password: 'Outra-frase-bem-longa-2026' });
    assert.equal(changed.error?.code, 'insufficient_aal');
    assert.equal(changed.error?.status, 401);
    const added = await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'do ladrão' });
    assert.equal(added.error?.status, 403);
    assert.equal(added.error?.code, 'insufficient_aal');
    const removed = await half.auth.mfa.unenroll({ factorId });
    assert.equal(removed.error?.status, 422);
    const linked = await half.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
    assert.equal(linked.error?.code, 'insufficient_aal', 'nobody links a way in who owes the second factor');
    const [identity] = (await half.auth.getUserIdentities()).data?.identities ?? [];
    assert.ok(identity);
    assert.equal((await half.auth.unlinkIdentity(identity)).error?.code, 'insufficient_aal');
    const proved = await half.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret, 1) });
    assert.equal(proved.error, null);
    assert.equal((await own(half)).data?.length, 1);
    assert.deepEqual((await half.auth.mfa.unenroll({ factorId })).data, { id: factorId });
    assert.equal((await half.auth.refreshSession()).error, null);
    assert.deepEqual(await levels(half), ['aal1', 'aal1']);
  });

  test('an administrator with a factor has no admin rights at aal1', async () => {
    const { client, email } = await administrator(server());
    await protect(client);
    const rename = (who: SupabaseClient) => who.from('categories').insert({ name: `Categoria ${crypto.randomUUID()}` });
    assert.equal((await rename(client)).error, null);
    const half = await signIn(visitor(server()), email);
    assert.equal((await rename(half)).error?.code, '42501');
    const run = await half.functions.invoke('run-job', { body: { job_name: 'cleanup_old_rate_limits' } });
    assert.equal((await refusalOf(run))[0], 401);
  });

  test('six wrong codes lock the factor, also after a kill', async () => {
    const { client, email } = await person(server());
    const { factorId, secret } = await protect(client);
    const half = await signIn(visitor(server()), email);
    const asked = await half.auth.mfa.challenge({ factorId });
    const challengeId = asked.data?.id ?? '';
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => half.auth.mfa.verify({ factorId, challengeId, code: wrongCode(secret) })),
    );
    const codes = guesses.map((guess) => guess.error?.code);
    assert.equal(codes.filter((code) => code === 'mfa_verification_failed').length, 6);
    assert.equal(codes.filter((code) => code === 'over_request_rate_limit').length, 6);
    const messages = await emailsTo(server(), email, 2);
    assert.ok(messages.some((message) => message.subject === 'Códigos errados na sua conta'));
    await server().killAndRestart();
    const right = await half.auth.mfa.verify({ factorId, challengeId, code: appCode(secret, 1) });
    assert.equal(right.error?.status, 429);
  });

  test('a telephone is a factor by its code', async () => {
    const { client } = await person(server());
    const phone = `+55119${String(Date.now()).slice(-8)}`;
    const made = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Telefone' });
    assert.ok(made.data?.type === 'phone');
    assert.equal(made.data.phone, phone.slice(1));
    const factorId = made.data.id;
    const asked = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    assert.equal(asked.data?.type, 'phone');
    const [message] = await emailsTo(server(), phone, 1);
    assert.equal(message?.kind, 'sms');
    const code = message?.text.match(/\d{6}/)?.[0] ?? '';
    const hasty = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    assert.equal(hasty.error?.code, 'over_sms_send_rate_limit');
    const proved = await client.auth.mfa.verify({ factorId, challengeId: asked.data?.id ?? '', code });
    assert.equal(proved.error, null);
    assert.equal((await client.auth.mfa.listFactors()).data?.phone[0]?.id, factorId);
    assert.deepEqual(await levels(client), ['aal2', 'aal2']);
    const stranger = (await person(server())).client;
    assert.equal((await stranger.auth.mfa.challenge({ factorId })).error?.code, 'mfa_factor_not_found');
    assert.equal((await stranger.auth.mfa.unenroll({ factorId })).error?.code, 'mfa_factor_not_found');
  });

  test("send-2fa-code enrols only the caller's own telephone", async () => {
    const { client, email } = await person(server());
    const phone = `+55119${String(Date.now() + 1).slice(-8)}`;
    const send = (who: SupabaseClient, user_phone: string) =>
      who.functions.invoke<SentCode>('send-2fa-code', { body: { user_phone } });
    const sent = await send(client, phone);
    assert.equal(sent.error, null);
    assert.equal(sent.data?.phone, phone);
    const [message] = await emailsTo(server(), phone, 1);
    const answer = { factorId: sent.data?.factor_id ?? '', challengeId: sent.data?.challenge_id ?? '' };
    const guess = await client.auth.mfa.verify({ ...answer, code: 'abcdef' });
    assert.equal(guess.error?.code, 'mfa_verification_failed');
    const half = await signIn(visitor(server()), email);
    const code = message?.text.match(/\d{6}/)?.[0] ?? '';
    assert.equal((await client.auth.mfa.verify({ ...answer, code })).error, null);
    assert.deepEqual(await levels(client), ['aal2', 'aal2']);

    assert.deepEqual(await refusalOf(await send(client, phone)), [429, 'over_sms_send_rate_limit']);
    assert.deepEqual(await refusalOf(await send(client, '11999')), [400, 'validation_failed']);
    const again = await signIn(half, email);
    for (const caller of [visitor(server()), service(server()), again]) {
      assert.deepEqual(await refusalOf(await send(caller, phone)), [401, 'not_signed_in']);
    }
  });

  test('a recovery code signs in once, without the app', async () => {
    const { email } = await person(server());
    const client = await signIn(withRecoveryCodes(server()), email);
    assert.equal((await client.auth.mfa.recoveryCodes.getStatus()).error?.code, 'mfa_factor_not_found');
    assert.equal((await client.auth.mfa.recoveryCodes.generate()).error?.code, 'insufficient_aal');
    const { factorId } = await protect(client);
    const made = await client.auth.mfa.recoveryCodes.generate({ friendlyName: 'No cofre' });
    assert.equal(made.data?.codes.length, 10);
    assert.equal((await client.auth.mfa.recoveryCodes.generate()).error?.code, 'mfa_verified_factor_exists');
    const paper = made.data?.codes[0] ?? '';

    const half = await signIn(withRecoveryCodes(server()), email);
    const events: string[] = [];
    half.auth.onAuthStateChange((event) => void events.push(event));
    const typed = paper.toUpperCase().match(/.{4}/g)?.join('-') ?? '';
    const proved = await half.auth.mfa.recoveryCodes.verify({ code: typed });
    assert.equal(proved.error, null);
    assert.ok(events.includes('MFA_CHALLENGE_VERIFIED'));
    assert.deepEqual(await levels(half), ['aal2', 'aal2']);
    const status = await half.auth.mfa.recoveryCodes.getStatus();
    assert.deepEqual([status.data?.total, status.data?.remaining], [10, 9]);
    assert.equal((await half.auth.mfa.recoveryCodes.verify({ code: paper })).error?.code, 'mfa_verification_failed');
    const messages = await emailsTo(server(), email, 3);
    assert.ok(messages.some((message) => message.text.includes('Restam 9 códigos.')));

    const renewed = await half.auth.mfa.recoveryCodes.regenerate();
    assert.equal(renewed.data?.friendly_name, 'No cofre');
    const old = made.data?.codes[1] ?? '';
    assert.equal((await half.auth.mfa.recoveryCodes.verify({ code: old })).error?.code, 'mfa_verification_failed');
    const all = (await half.auth.mfa.listFactors()).data?.all.map((factor) => factor.factor_type);
    assert.deepEqual(all, ['totp', 'recovery_code']);
    assert.equal((await half.auth.mfa.unenroll({ factorId })).error, null);
    assert.deepEqual((await half.auth.mfa.listFactors()).data?.all, [], 'the codes never remain alone');
  });

  test('the service key lists and removes the factors of a user', async () => {
    const { client, email, id } = await person(server());
    const { factorId } = await protect(client);
    const admin = service(server()).auth.admin;
    const listed = await admin.mfa.listFactors({ userId: id });
    assert.deepEqual(
      listed.data?.factors.map((factor) => [factor.id, factor.status]),
      [[factorId, 'verified']],
    );
    const own = await visitor(server()).auth.admin.mfa.listFactors({ userId: id });
    assert.equal(own.error?.code, 'not_admin');
    assert.equal((await admin.mfa.deleteFactor({ userId: id, id: factorId })).error, null);
    assert.deepEqual(await levels(await signIn(visitor(server()), email)), ['aal1', 'aal1']);
  });
});
