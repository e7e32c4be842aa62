/**
 * Sign-in through providers by the real client: a provider's forms, implicit flow and PKCE, linking and unlinking, id
 * tokens, invalid tokens; anonymous sign-in.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Events, type MutableToken, type OAuth2Server } from 'oauth2-mock-server';
import { onEachDatabase } from './databases.ts';
import { codeOf, emailsTo } from './emails.ts';
import { browserClient, fragment, password, person, takeSession, visitor } from './people.ts';
import { pliantProvider, type StrictProvider, settings, strictProvider, Walker } from './providers.ts';
import type { Server } from './server.ts';

const strict: StrictProvider = await strictProvider();
const pliant: OAuth2Server = await pliantProvider();
after(async () => {
  await strict.stop();
  await pliant.stop();
});

/** Both providers and anonymous sign-in. */
async function environment(): Promise<Record<string, string>> {
  return {
    ATENEU_OIDC_PROVIDERS: 'empresa',
    ...settings('google', strict.issuer),
    ...settings('empresa', pliant.issuer.url ?? ''),
    ATENEU_ANONYMOUS_SIGN_INS: 'true',
  };
}

/** A complete sign-in in the implicit flow. */
async function signIn(walker: Walker, server: Server, provider: 'google' | 'empresa'): Promise<URL> {
  strict.serve(server.url);
  const client = browserClient(server, 'implicit', walker);
  const { data, error } = await client.auth.signInWithOAuth({
    // 'empresa' is a configured name that the library's type cannot know.
    provider: provider as 'google',
    options: { redirectTo: `${server.url}/membros?de=fora`, skipBrowserRedirect: true },
  });
  assert.equal(error, null);
  return walker.walk(data.url ?? '', server.url);
}

onEachDatabase(
  'providers',
  (server) => {
    test('settings name the providers that are offered', async () => {
      const answer = await fetch(`${server().url}/auth/v1/settings`);
      const { external } = (await answer.json()) as { external: Record<string, boolean> };
      assert.deepEqual(
        [external.google, external.empresa, external.linkedin_oidc, external.anonymous_users],
        [true, true, false, true],
      );
    });

    test("a provider's sign-in ends in a session in the fragment", async () => {
      const walker = new Walker('ana');
      const landed = await signIn(walker, server(), 'google');
      assert.equal(landed.search, '?de=fora');
      assert.ok(fragment(landed).get('provider_token'));
      const client = browserClient(server(), 'implicit', walker);
      await takeSession(client, landed);
      const { data } = await client.auth.getUser();
      assert.equal(data.user?.email, 'ana@exemplo.com.br');
      assert.deepEqual(data.user?.app_metadata, { provider: 'google', providers: ['google'] });
      assert.equal(data.user?.user_metadata.full_name, 'Pessoa ana');
      assert.equal(data.user?.user_metadata.avatar_url, 'https://fotos.exemplo/ana.png');
      assert.equal((await client.auth.getUserIdentities()).data?.identities[0]?.id, 'ana');
      assert.equal((await client.auth.refreshSession()).error, null);
    });

    test("with PKCE a provider's sign-in gives a code that works once", async () => {
      const walker = new Walker('bia');
      strict.serve(server().url);
      const client = browserClient(server(), 'pkce', walker);
      const { data } = await client.auth.signInWithOAuth({
        provider: 'google',
        options: {
          redirectTo: `${server().url}/membros`,
          scopes: 'offline_access',
          queryParams: { prompt: 'consent' },
          skipBrowserRedirect: true,
        },
      });
      const landed = await walker.walk(data.url ?? '', server().url);
      assert.equal(landed.hash, '');
      const code = landed.searchParams.get('code') ?? '';
      const exchanged = await client.auth.exchangeCodeForSession(code);
      assert.equal(exchanged.error, null);
      assert.equal(exchanged.data.user?.email, 'bia@exemplo.com.br');
      assert.ok(exchanged.data.session?.provider_token);
      assert.ok(exchanged.data.session?.provider_refresh_token);
      const again = await fetch(`${server().url}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { apikey: server().keys.anon, 'content-type': 'application/json' },
        body: JSON.stringify({ auth_code: code, code_verifier: 'a'.repeat(64) }),
      });
      assert.equal(again.status, 404);
    });

    test('an answer in another browser is refused', async () => {
      const { url } = server();
      strict.serve(url);
      const [mine, other] = [new Walker('caio'), new Walker('caio')];
      const start = await mine.fetch(`${url}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
      const landed = await other.walk(start.headers.get('location') ?? '', url);
      assert.equal(landed.searchParams.get('error_code'), 'bad_oauth_state');
      assert.equal(landed.pathname, '/');
      assert.ok(!landed.hash.includes('access_token'));
    });

    test('a sign-in with an unverified provider address is refused', async () => {
      const landed = await signIn(new Walker('sem-prova'), server(), 'google');
      assert.equal(landed.searchParams.get('error_code'), 'provider_email_needs_verification');
      assert.equal(fragment(landed).get('error_code'), 'provider_email_needs_verification');
    });

    test('the owner of an address takes over an unconfirmed account', async () => {
      const email = 'dora@exemplo.com.br';
      await visitor(server()).auth.signUp({ email, password });
      await emailsTo(server(), email, 1);
      const landed = await signIn(new Walker('dora'), server(), 'google');
      assert.ok(fragment(landed).get('access_token'), landed.href);
      const attacker = await visitor(server()).auth.signInWithPassword({ email, password });
      assert.equal(attacker.error?.code, 'invalid_credentials');
    });

    test('a provider is linked, signs in, and is unlinked', async () => {
      const { email, id } = await person(server(), 'liga');
      const walker = new Walker('perfil-da-liga');
      strict.serve(server().url);
      const client = browserClient(server(), 'implicit', walker);
      const began = await client.auth.signInWithPassword({ email, password });
      const asked = await client.auth.linkIdentity({
        provider: 'google',
        options: { redirectTo: `${server().url}/membros`, skipBrowserRedirect: true },
      });
      assert.equal(asked.error, null);
      await takeSession(client, await walker.walk(asked.data.url ?? '', server().url));
      const { data } = await client.auth.getUserIdentities();
      assert.deepEqual(data?.identities.map(({ provider }) => provider).sort(), ['email', 'google']);
      const claims = (await client.auth.getClaims()).data?.claims;
      const before = (await client.auth.getClaims(began.data.session?.access_token)).data?.claims;
      assert.equal(claims?.session_id, before?.session_id, 'linking is no new sign-in');
      const [message] = await emailsTo(server(), email, 1);
      assert.equal(message?.subject, 'Sua conta agora entra com Google');
      const other = browserClient(server(), 'implicit', walker);
      await takeSession(other, await signIn(new Walker('perfil-da-liga'), server(), 'google'));
      assert.equal((await other.auth.getUser()).data.user?.id, id);
      const google = data?.identities.find(({ provider }) => provider === 'google');
      assert.ok(google);
      assert.equal((await client.auth.unlinkIdentity(google)).error, null);
      const own = (await client.auth.getUserIdentities()).data?.identities ?? [];
      assert.equal(own.length, 1);
      const last = own[0];
      assert.ok(last);
      assert.equal((await client.auth.unlinkIdentity(last)).error?.code, 'single_identity_not_deletable');
    });

    test('invalid ID tokens of a provider are refused', async () => {
      const { url } = server();
      for (const [changes, code] of [
        [{ iss: 'https://mal.exemplo' }, 'bad_id_token'],
        [{ exp: 1 }, 'bad_id_token'],
        [{ nonce: 'outro' }, 'bad_id_token'],
        [{ aud: 'outro-site' }, 'unexpected_audience'],
        [{}, null],
      ] as const) {
        const person = { sub: 'eva', email: 'eva@exemplo.com.br', email_verified: true };
        pliant.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
          Object.assign(payload, person, changes);
        });
        const landed = await signIn(new Walker('eva'), server(), 'empresa');
        pliant.service.removeAllListeners(Events.BeforeTokenSigning);
        assert.equal(landed.searchParams.get('error_code'), code, landed.href);
        assert.equal(landed.origin, url);
      }
    });

    test("an app's id token signs in with its nonce, and not without", async () => {
      const token = await pliant.issuer.buildToken({
        scopesOrTransform: (_, payload) => {
          Object.assign(payload, {
            sub: 'fabio',
            aud: 'ateneu',
            email: 'fabio@exemplo.com.br',
            email_verified: true,
            nonce: 'uma-vez',
          });
        },
      });
      const without = await visitor(server()).auth.signInWithIdToken({ provider: 'empresa', token });
      assert.equal(without.error?.code, 'bad_id_token');
      const signedIn = await visitor(server()).auth.signInWithIdToken({ provider: 'empresa', token, nonce: 'uma-vez' });
      assert.equal(signedIn.error, null);
      assert.equal(signedIn.data.user?.email, 'fabio@exemplo.com.br');
    });

    test('an anonymous session becomes an account', async () => {
      const client = visitor(server());
      const { data, error } = await client.auth.signInAnonymously({ options: { data: { cor: 'azul' } } });
      assert.equal(error, null);
      assert.equal(data.user?.is_anonymous, true);
      assert.deepEqual((await client.from('community_posts').select('id')).data, []);
      const made = await client.from('contents').insert({ title: 'x' });
      assert.ok(made.error);
      const email = 'alguem@exemplo.com.br';
      assert.equal((await client.auth.updateUser({ email, password })).error, null);
      const [message] = await emailsTo(server(), email, 1);
      const verified = await client.auth.verifyOtp({ email, token: codeOf(message), type: 'email_change' });
      assert.equal(verified.error, null);
      assert.equal(verified.data.user?.is_anonymous, false);
      assert.equal(verified.data.user?.id, data.user?.id);
      assert.equal((await visitor(server()).auth.signInWithPassword({ email, password })).error, null);
    });

    test('an anonymous session becomes an account by telephone', async () => {
      const client = visitor(server());
      const { data } = await client.auth.signInAnonymously();
      const phone = '+5511999990077';
      assert.equal((await client.auth.updateUser({ phone })).error, null);
      const [message] = await emailsTo(server(), phone, 1);
      const token = message?.text.match(/^\d{6}/)?.[0] ?? '';
      const wrong = await client.auth.verifyOtp({ phone, token: 'abcdef', type: 'phone_change' });
      assert.equal(wrong.error?.code, 'otp_expired');
      assert.equal((await client.auth.getUser()).data.user?.is_anonymous, true);
      const verified = await client.auth.verifyOtp({ phone, token, type: 'phone_change' });
      assert.equal(verified.error, null);
      assert.equal(verified.data.user?.id, data.user?.id);
      assert.equal(verified.data.user?.is_anonymous, false);
      assert.equal(verified.data.user?.phone, '5511999990077');
      assert.deepEqual(verified.data.user?.app_metadata, { provider: 'phone', providers: ['phone'] });
    });
  },
  environment,
);
