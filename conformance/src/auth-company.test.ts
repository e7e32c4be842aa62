/**
 * Sign-in at a company by the real client and a real identity provider: implicit and PKCE, an account that nothing else
 * opens, answers that were changed or kept for later.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { company } from './company.ts';
import { onEachDatabase } from './databases.ts';
import { browserClient, password, takeSession, visitor } from './people.ts';
import { Walker } from './providers.ts';
import type { Server } from './server.ts';

const empresa = await company();
after(() => empresa.stop());

/** The form on the company's page, before it is posted. */
async function formOf(address: string): Promise<URLSearchParams> {
  const page = await (await fetch(address)).text();
  const value = (name: string) => page.match(new RegExp(`name="${name}"\\s+value="([^"]*)"`))?.[1] ?? '';
  return new URLSearchParams({ SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') });
}

async function post(server: Server, walker: Walker, body: URLSearchParams): Promise<URL> {
  const address = `${server.url}/auth/v1/sso/saml/acs`;
  const answer = await walker.fetch(address, { method: 'POST', body, redirect: 'manual' });
  assert.equal(answer.status, 303, await answer.text());
  return new URL(answer.headers.get('location') ?? '', server.url);
}

/** Starts a sign-in at the company; returns the address of its page. */
async function leave(server: Server, walker: Walker): Promise<string> {
  empresa.serve(server.url);
  const { data, error } = await browserClient(server, 'implicit', walker).auth.signInWithSSO({
    domain: 'empresa.test',
    options: { redirectTo: `${server.url}/membros?de=empresa` },
  });
  assert.equal(error, null);
  return data?.url ?? '';
}

onEachDatabase(
  'company',
  (server) => {
    test('settings say that companies are served', async () => {
      const answer = await fetch(`${server().url}/auth/v1/settings`);
      assert.equal(((await answer.json()) as { saml_enabled: boolean }).saml_enabled, true);
    });

    test("a person signs in by the company's domain", async () => {
      const walker = new Walker('ana');
      const landed = await post(server(), walker, await formOf(await leave(server(), walker)));
      assert.equal(landed.pathname + landed.search, '/membros?de=empresa');
      const client = browserClient(server(), 'implicit', walker);
      const user = await takeSession(client, landed);
      assert.equal(user.email, 'ana@empresa.test');
      assert.equal(user.is_sso_user, true);
      assert.equal(user.user_metadata.full_name, 'Ana Lima');
      assert.deepEqual(user.app_metadata, { provider: 'sso:empresa', providers: ['sso:empresa'] });
      const claims = await client.auth.getClaims();
      assert.deepEqual(
        claims.data?.claims.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
        ['sso/saml'],
      );
      const changed = await client.auth.updateUser({ email: 'outra@exemplo.com.br' });
      assert.equal(changed.error?.code, 'user_sso_managed');
      const own = await visitor(server()).auth.signInWithPassword({ email: 'ana@empresa.test', password });
      assert.equal(own.error?.code, 'invalid_credentials');
    });

    test('a program without cookies exchanges a code for the session', async () => {
      empresa.serve(server().url);
      const client = browserClient(server(), 'pkce');
      const { data, error } = await client.auth.signInWithSSO({
        providerId: 'empresa',
        options: { redirectTo: `${server().url}/membros` },
      });
      assert.equal(error, null);
      const landed = await post(server(), new Walker('ana'), await formOf(data?.url ?? ''));
      const code = landed.searchParams.get('code') ?? '';
      const stranger = await browserClient(server(), 'pkce').auth.exchangeCodeForSession(code);
      assert.ok(stranger.error);
      const exchanged = await client.auth.exchangeCodeForSession(code);
      assert.equal(exchanged.error, null);
      assert.equal(exchanged.data.user?.email, 'ana@empresa.test');
    });

    test('an unknown domain is refused with its own code', async () => {
      const { error } = await visitor(server()).auth.signInWithSSO({ domain: 'ninguem.test' });
      assert.deepEqual([error?.code, error?.status], ['sso_provider_not_found', 404]);
    });

    test('a response changed after its signature is refused', async () => {
      const walker = new Walker('ana');
      const form = await formOf(await leave(server(), walker));
      const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
      form.set('SAMLResponse', Buffer.from(xml.replaceAll('ana-1180', 'bia-0001')).toString('base64'));
      const landed = await post(server(), walker, form);
      assert.equal(landed.searchParams.get('error_code'), 'saml_signature_invalid');
      assert.equal(new URLSearchParams(landed.hash.slice(1)).get('access_token'), null);
    });

    test('an answer works once, in the browser that asked', async () => {
      const [mine, theirs] = [new Walker('ana'), new Walker('outra')];
      const stolen = await formOf(await leave(server(), mine));
      const lost = async (walker: Walker, form: URLSearchParams) => {
        const landed = await post(server(), walker, form);
        assert.equal(landed.searchParams.get('error_code'), 'saml_relay_state_not_found', landed.href);
      };
      await lost(theirs, stolen);
      const form = await formOf(await leave(server(), mine));
      assert.ok((await post(server(), mine, form)).hash.includes('access_token='));
      await server().killAndRestart();
      await lost(mine, form);
    });
  },
  async () => empresa.environment,
);
