/** Passkeys between the real client in a page, Chromium's virtual authenticator and the server. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectRefusal, password, test } from './fixtures.ts';
import type { Server } from './server.ts';
import { addVirtualAuthenticator, namedOrigin } from './virtual-authenticator.ts';

const library = createRequire(new URL('../../web/package.json', import.meta.url)).resolve('@supabase/supabase-js');
const umd = library.replace(/index\.\w+$/, 'umd/supabase.js');

/** The part of the client that these tests call. */
interface Client {
  auth: {
    signInWithPassword(credentials: { email: string; password: string }): Promise<Answer>;
    signInWithPasskey(): Promise<Answer>;
    registerPasskey(): Promise<Answer>;
    signOut(): Promise<Answer>;
    getUser(): Promise<Answer>;
    passkey: { list(): Promise<Answer>; delete(which: { passkeyId: string }): Promise<Answer> };
    mfa: {
      getAuthenticatorAssuranceLevel(): Promise<Answer>;
      listFactors(): Promise<Answer>;
      webauthn: {
        register(key: { friendlyName: string }): Promise<Answer>;
        authenticate(key: { factorId: string }): Promise<Answer>;
      };
    };
  };
}
interface Answer {
  // The page returns JSON of many shapes; each test types what it reads.
  data: unknown;
  error: { code?: string } | null;
}
declare const client: Client;

async function newPerson(server: Server, name: string): Promise<{ email: string; password: string }> {
  const email = `${name}@casa.test`;
  await createAccount(server, email, { password });
  return { email, password };
}

/** A page with the client, under a host name: browsers bind no passkey to an IP address. */
async function open(page: Page, baseURL: string | undefined): Promise<void> {
  const origin = namedOrigin(baseURL);
  const { anonKey } = (await (await page.request.get(`${origin}/config.json`)).json()) as { anonKey: string };
  const make = `globalThis.client = supabase.createClient(location.origin, ${JSON.stringify(anonKey)});`;
  await page.addInitScript(`${readFileSync(umd, 'utf8')};${make}`);
  await page.goto(`${origin}/termos`);
}

test('a passkey signs in until it is copied or removed', async ({ page, server, baseURL, complaints }) => {
  const person = await newPerson(server, 'passkey');
  const { cdp, authenticatorId } = await addVirtualAuthenticator(page, 'internal');
  await open(page, baseURL);
  expect(await page.evaluate((person) => client.auth.signInWithPassword(person), person)).toMatchObject({
    error: null,
  });

  await test.step('the device makes a passkey, once', async () => {
    const made = await page.evaluate(() => client.auth.registerPasskey());
    expect(made).toMatchObject({ data: { friendly_name: 'Passkey' }, error: null });
    const again = await page.evaluate(async () => (await client.auth.registerPasskey()).error?.code);
    expect(again, 'the server names the passkeys there are').toBe('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED');
    await page.evaluate(() => client.auth.signOut());
  });

  await test.step('a passkey signs in without an email and reaches aal2', async () => {
    const entered = await page.evaluate(() => client.auth.signInWithPasskey());
    expect(entered).toMatchObject({ data: { user: { email: person.email } }, error: null });
    const level = await page.evaluate(() => client.auth.mfa.getAuthenticatorAssuranceLevel());
    expect(level.data).toMatchObject({ currentLevel: 'aal2' });
  });

  await test.step('a copy that was left behind is refused', async () => {
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error('the device holds no passkey');
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
    const copy = { ...credential, signCount: 0 };
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
    const refused = await page.evaluate(async () => (await client.auth.signInWithPasskey()).error?.code);
    expect(refused).toBe('webauthn_verification_failed');
    await expectRefusal(complaints, 400);
  });

  await test.step('a removed passkey is refused', async () => {
    const removed = await page.evaluate(async () => {
      const { data } = await client.auth.passkey.list();
      const [passkey] = data as { id: string }[];
      return client.auth.passkey.delete({ passkeyId: passkey?.id ?? '' });
    });
    expect(removed.error).toBeNull();
    const refused = await page.evaluate(async () => (await client.auth.signInWithPasskey()).error?.code);
    expect(refused).toBe('webauthn_verification_failed');
    await expectRefusal(complaints, 400);
  });
});

test('a security key is a second factor of the next session', async ({ page, server, baseURL }) => {
  const person = await newPerson(server, 'chave');
  await addVirtualAuthenticator(page, 'usb');
  await open(page, baseURL);
  await page.evaluate((person) => client.auth.signInWithPassword(person), person);
  const made = await page.evaluate(async () => {
    const { error } = await client.auth.mfa.webauthn.register({ friendlyName: 'Chave' });
    return error?.code ?? (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
  });
  expect(made).toMatchObject({ currentLevel: 'aal2' });
  await page.evaluate(() => client.auth.signOut());
  await page.evaluate((person) => client.auth.signInWithPassword(person), person);
  const owed = await page.evaluate(() => client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect(owed.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const raised = await page.evaluate(async () => {
    const { data } = await client.auth.mfa.listFactors();
    const [factor] = (data as { webauthn: { id: string }[] }).webauthn;
    const { error } = await client.auth.mfa.webauthn.authenticate({ factorId: factor?.id ?? '' });
    return error?.code ?? (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
  });
  expect(raised).toMatchObject({ currentLevel: 'aal2' });
});
