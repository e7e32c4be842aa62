/** Passkeys through the real client, with a software authenticator in place of a device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MFAVerifyWebauthnParams, SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { Device } from './device.ts';
import { emailsTo } from './emails.ts';
import { password, person, service, visitor } from './people.ts';
import type { Server } from './server.ts';

/** The server's origin by its host name: browsers bind no passkey to an IP address. */
const local = (server: Server) => server.url.replace('127.0.0.1', 'localhost');

async function register(client: SupabaseClient, device: Device) {
  const { data: asked, error } = await client.auth.passkey.startRegistration();
  if (error) return { data: null, error };
  return client.auth.passkey.verifyRegistration({
    challengeId: asked.challenge_id,
    credential: device.create(asked.options),
  });
}

async function signIn(client: SupabaseClient, device: Device) {
  const { data: asked, error } = await client.auth.passkey.startAuthentication();
  if (error) throw error;
  return client.auth.passkey.verifyAuthentication({
    challengeId: asked.challenge_id,
    credential: device.get(asked.options),
  });
}

/** Answers a factor's challenge, as the client does with `navigator.credentials`. */
async function prove(client: SupabaseClient, factorId: string, device: Device) {
  const rpId = 'localhost';
  const { data: asked, error } = await client.auth.mfa.challenge({ factorId, webauthn: { rpId } });
  if (error) throw error;
  const { webauthn } = asked;
  const answer =
    webauthn.type === 'create'
      ? device.create(webauthn.credential_options.publicKey)
      : device.get(webauthn.credential_options.publicKey);
  // The client calls `toJSON()` of a credential.
  const credential_response = { ...answer, toJSON: () => answer } as unknown as PublicKeyCredential;
  const proof = { rpId, type: webauthn.type, credential_response } as MFAVerifyWebauthnParams['webauthn'];
  return client.auth.mfa.webauthn.verify({ factorId, challengeId: asked.id, webauthn: proof });
}

onEachDatabase('passkeys', (server) => {
  test('a passkey signs in on another client', async () => {
    const { client, id, email } = await person(server());
    const device = new Device(local(server()));
    const made = await register(client, device);
    assert.equal(made.error, null);
    assert.equal(made.data?.friendly_name, 'Passkey');
    assert.equal((await emailsTo(server(), email, 1))[0]?.subject, 'Uma passkey foi adicionada');
    const stranger = visitor(server());
    const events: string[] = [];
    stranger.auth.onAuthStateChange((event) => void events.push(event));
    const entered = await signIn(stranger, device);
    assert.equal(entered.error, null);
    assert.equal(entered.data?.user?.id, id);
    assert.ok(events.includes('SIGNED_IN'));
    const level = await stranger.auth.mfa.getAuthenticatorAssuranceLevel();
    assert.equal(level.data?.currentLevel, 'aal2');
    assert.equal(level.data?.nextLevel, 'aal2');
    const claims = await stranger.auth.getClaims();
    assert.deepEqual(
      claims.data?.claims.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
      ['passkey'],
    );
    const renewed = await stranger.auth.refreshSession();
    assert.equal(renewed.error, null);
    assert.equal((await stranger.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal2');
  });

  test('passkeys are listed, renamed and removed by their owner', async () => {
    const { client, email } = await person(server());
    const device = new Device(local(server()));
    const made = await register(client, device);
    await register(client, new Device(local(server())));
    const passkeyId = made.data?.id ?? '';
    await signIn(visitor(server()), device);
    const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: 'Celular' });
    assert.equal(renamed.data?.friendly_name, 'Celular');
    const taken = await client.auth.passkey.update({ passkeyId, friendlyName: 'Passkey 2' });
    assert.equal(taken.error?.code, 'mfa_factor_name_conflict');
    const list = await client.auth.passkey.list();
    assert.deepEqual(
      list.data?.map((passkey) => [passkey.friendly_name, typeof passkey.last_used_at]),
      [
        ['Celular', 'string'],
        ['Passkey 2', 'undefined'],
      ],
    );
    const others = await person(server());
    assert.deepEqual((await others.client.auth.passkey.list()).data, []);
    const theft = await others.client.auth.passkey.delete({ passkeyId });
    assert.equal(theft.error?.status, 404);
    assert.equal((await client.auth.passkey.delete({ passkeyId })).error, null);
    const messages = await emailsTo(server(), email, 3);
    assert.equal(messages[0]?.subject, 'Uma passkey foi removida');
    const refused = await signIn(visitor(server()), device);
    assert.equal(refused.error?.code, 'webauthn_verification_failed');
  });

  test('a challenge is answered once, with a growing counter', async () => {
    const { client } = await person(server());
    const device = new Device(local(server()));
    await register(client, device);
    const stranger = visitor(server());
    const { data: asked } = await stranger.auth.passkey.startAuthentication();
    assert.ok(asked);
    const answer = { challengeId: asked.challenge_id, credential: device.get(asked.options) };
    assert.equal((await stranger.auth.passkey.verifyAuthentication(answer)).error, null);
    const replayed = await stranger.auth.passkey.verifyAuthentication(answer);
    assert.equal(replayed.error?.code, 'webauthn_challenge_not_found');
    device.counter = 1;
    assert.equal((await signIn(stranger, device)).error?.code, 'webauthn_verification_failed');
    const phished = await register(client, new Device('https://mal.exemplo.com.br'));
    assert.equal(phished.error?.code, 'webauthn_verification_failed');
    const copied = await register((await person(server())).client, device);
    assert.equal(copied.error?.code, 'webauthn_credential_exists');
  });

  test("only the service key manages another's passkeys", async () => {
    const { client, id } = await person(server());
    const made = await register(client, new Device(local(server())));
    const passkeyId = made.data?.id ?? '';
    const admin = service(server()).auth.admin.passkey;
    assert.equal((await admin.listPasskeys({ userId: id })).data?.[0]?.id, passkeyId);
    const refused = await client.auth.admin.passkey.listPasskeys({ userId: id });
    assert.equal(refused.error?.status, 403);
    assert.equal((await admin.deletePasskey({ userId: id, passkeyId })).error, null);
    assert.deepEqual((await admin.listPasskeys({ userId: id })).data, []);
  });

  test('a security key is enrolled and raises the next session', async () => {
    const { client, email } = await person(server());
    const device = new Device(local(server()));
    const enrolled = await client.auth.mfa.webauthn.enroll({ friendlyName: 'Chave' });
    assert.equal(enrolled.error, null);
    const factorId = enrolled.data?.id ?? '';
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const made = await prove(client, factorId, device);
    assert.equal(made.error, null);
    assert.ok(events.includes('MFA_CHALLENGE_VERIFIED'));
    assert.equal((await client.auth.mfa.listFactors()).data?.webauthn[0]?.friendly_name, 'Chave');
    const next = visitor(server());
    await next.auth.signInWithPassword({ email, password });
    const owed = await next.auth.mfa.getAuthenticatorAssuranceLevel();
    assert.deepEqual([owed.data?.currentLevel, owed.data?.nextLevel], ['aal1', 'aal2']);
    const closed = await next.auth.passkey.startRegistration();
    assert.equal(closed.error?.code, 'insufficient_aal');
    const wrong = await prove(next, factorId, new Device(local(server())));
    assert.equal(wrong.error?.code, 'webauthn_verification_failed');
    const elsewhere = await next.auth.mfa.challenge({ factorId, webauthn: { rpId: 'mal.exemplo.com.br' } });
    assert.equal(elsewhere.error?.code, 'validation_failed');
    assert.equal((await prove(next, factorId, device)).error, null);
    const level = await next.auth.mfa.getAuthenticatorAssuranceLevel();
    assert.equal(level.data?.currentLevel, 'aal2');
    assert.deepEqual(
      level.data?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
      ['mfa/webauthn', 'password'],
    );
    const removed = await next.auth.mfa.unenroll({ factorId });
    assert.equal(removed.error, null, 'a DELETE that names JSON and sends nothing');
    assert.deepEqual((await next.auth.mfa.listFactors()).data?.all, []);
  });
});
