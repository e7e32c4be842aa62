/** Accounts by email through the real client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { codeOf, emailsTo, linkOf } from './emails.ts';
import { browserClient, fragment, password, person, service, takeSession, visitor } from './people.ts';

/** The target of a link, without following it. */
async function follow(link: string, method = 'GET'): Promise<URL> {
  const answer = await fetch(link, { method, redirect: 'manual' });
  assert.equal(answer.status, 303, link);
  return new URL(answer.headers.get('location') ?? '');
}

onEachDatabase('accounts by mail', (server) => {
  test('a sign-up is confirmed by its code, with an event', async () => {
    const client = visitor(server());
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const email = 'nova@exemplo.com.br';
    const made = await client.auth.signUp({ email, password, options: { data: { nome: 'Ana' } } });
    assert.equal(made.error, null);
    assert.equal(made.data.session, null);
    assert.ok(made.data.user?.confirmation_sent_at);
    const [message] = await emailsTo(server(), email, 1);
    const wrong = await client.auth.verifyOtp({ email, token: 'abcdef', type: 'signup' });
    assert.equal(wrong.error?.code, 'otp_expired');
    const verified = await client.auth.verifyOtp({ email, token: codeOf(message), type: 'signup' });
    assert.equal(verified.error, null);
    assert.equal(verified.data.user?.user_metadata.nome, 'Ana');
    assert.equal(verified.data.user?.user_metadata.email_verified, true);
    assert.ok(events.includes('SIGNED_IN'));
    const again = await client.auth.verifyOtp({ email, token: codeOf(message), type: 'signup' });
    assert.equal(again.error?.code, 'otp_expired');
  });

  test('a mailed link survives scanners and ends in a session', async () => {
    const email = 'olhada@exemplo.com.br';
    await visitor(server()).auth.signUp({ email, password, options: { emailRedirectTo: `${server().url}/membros` } });
    const [message] = await emailsTo(server(), email, 1);
    const link = linkOf(message);
    for (const method of ['HEAD', 'GET']) {
      const looked = await fetch(link, { method });
      assert.equal(looked.status, 200, method);
    }
    const asked = await follow(link);
    assert.equal(asked.pathname, '/conta/confirmar');
    assert.equal(asked.searchParams.get('next'), '/membros');
    const place = await follow(link.replace('&ask=1', ''), 'POST');
    assert.equal(place.pathname, '/membros');
    assert.equal(place.search, '', 'no token in the query');
    assert.equal(fragment(place).get('type'), 'signup');
    assert.equal((await takeSession(visitor(server()), place)).email, email);
  });

  test('a generated link is kept by HEAD, used by GET, then expired', async () => {
    const { email } = await person(server());
    const target = `${server().url}/membros`;
    const made = await service(server()).auth.admin.generateLink({
      type: 'magiclink',
      email,
      options: { redirectTo: target },
    });
    assert.equal(made.error, null);
    const properties = made.data.properties;
    assert.equal(properties?.redirect_to, target);
    assert.ok(properties && !properties.hashed_token.startsWith('pkce_'));
    assert.equal((await fetch(properties.action_link, { method: 'HEAD', redirect: 'manual' })).status, 200);
    assert.ok(fragment(await follow(properties.action_link)).get('access_token'));
    assert.equal(fragment(await follow(properties.action_link)).get('error_code'), 'otp_expired');
    const refused = await visitor(server()).auth.admin.generateLink({ type: 'magiclink', email });
    assert.equal(refused.error?.status, 403);
  });

  test('with PKCE the link gives a code that works once', async () => {
    const { email } = await person(server());
    const client = browserClient(server(), 'pkce');
    const asked = await client.auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${server().url}/membros`, shouldCreateUser: false },
    });
    assert.equal(asked.error, null);
    const [message] = await emailsTo(server(), email, 1);
    const place = await follow(linkOf(message).replace('&ask=1', ''));
    assert.equal(place.hash, '');
    const code = place.searchParams.get('code') ?? '';
    const stranger = await browserClient(server(), 'pkce').auth.exchangeCodeForSession(code);
    assert.ok(stranger.error, 'another browser has no verifier');
    const exchanged = await client.auth.exchangeCodeForSession(code);
    assert.equal(exchanged.data.user?.email, email);
    const raw = await fetch(`${server().url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: server().keys.anon, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: 'a'.repeat(43) }),
    });
    assert.equal(raw.status, 404, 'a code is exchanged once');
  });

  test('a forgotten password is replaced by the email’s code', async () => {
    const { email } = await person(server());
    const client = visitor(server());
    for (const address of [email, 'ninguem-aqui@exemplo.com.br']) {
      const asked = await client.auth.resetPasswordForEmail(address);
      assert.equal(asked.error, null);
      const soon = await client.auth.resetPasswordForEmail(address);
      assert.equal(soon.error?.code, 'over_email_send_rate_limit');
    }
    const [message] = await emailsTo(server(), email, 1);
    const verified = await client.auth.verifyOtp({ email, token: codeOf(message), type: 'recovery' });
    assert.equal(verified.error, null);
    const changed = await client.auth.updateUser({ password: `${password}-nova` });
    assert.equal(changed.error, null);
    const back = await visitor(server()).auth.signInWithPassword({ email, password: `${password}-nova` });
    assert.equal(back.error, null);
    const messages = await emailsTo(server(), email, 2);
    assert.ok(messages.some((each) => each.subject === 'Sua senha foi trocada'));
  });

  test('an address changes when both have agreed', async () => {
    const { client, email } = await person(server());
    const wanted = `nova-${email}`;
    const asked = await client.auth.updateUser({ email: wanted });
    assert.equal(asked.data.user?.new_email, wanted);
    const [current] = await emailsTo(server(), email, 1);
    const [next] = await emailsTo(server(), wanted, 1);
    const half = await client.auth.verifyOtp({ email, token: codeOf(current), type: 'email_change' });
    assert.equal(half.error, null);
    assert.equal(half.data.session, null);
    const whole = await client.auth.verifyOtp({ email: wanted, token: codeOf(next), type: 'email_change' });
    assert.equal(whole.data.user?.email, wanted);
  });

  test('an invitation and a re-authentication go through the client', async () => {
    const email = 'convidada@exemplo.com.br';
    const invited = await service(server()).auth.admin.inviteUserByEmail(email);
    assert.ok(invited.data.user?.invited_at);
    const [message] = await emailsTo(server(), email, 1);
    const client = visitor(server());
    const accepted = await client.auth.verifyOtp({ email, token: codeOf(message), type: 'invite' });
    assert.equal(accepted.error, null);
    const asked = await client.auth.reauthenticate();
    assert.equal(asked.error, null);
    const [nonce] = await emailsTo(server(), email, 2);
    const changed = await client.auth.updateUser({ password, nonce: codeOf(nonce) });
    assert.equal(changed.error, null);
  });
});
