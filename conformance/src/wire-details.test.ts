/**
 * Details of the accounts' protocol, each with the failure it would cause in the real client. Preflights are in
 * data.test.ts; links, their fragments and codes in auth-mail.test.ts; forged tokens in auth.test.ts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { emailsTo } from './emails.ts';
import { administrator, password, person, service, visitor } from './people.ts';
import type { Server } from './server.ts';

interface Asked {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request as the client sends it, with the raw response. */
function ask(server: Server, method: string, path: string, { token, body, headers }: Asked = {}): Promise<Response> {
  return fetch(`${server.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: server.keys.anon,
      authorization: `Bearer ${token ?? server.keys.anon}`,
      // Set even where there is no body.
      'content-type': 'application/json;charset=UTF-8',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  assert.ok(data.session);
  return data.session.access_token;
}

onEachDatabase('details of the wire', (server) => {
  test('other origins may read the version of the error codes', async () => {
    const headers = { origin: 'https://site.exemplo' };
    const body = { email: 'ninguem@exemplo.com.br', password: 'errada-errada' };
    const refused = await ask(server(), 'POST', '/token?grant_type=password', { headers, body });
    assert.equal(refused.status, 400);
    assert.equal(refused.headers.get('x-supabase-api-version'), '2024-01-01');
    const exposed = (refused.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/,\s*/);
    for (const name of ['x-supabase-api-version', 'x-total-count', 'link']) {
      assert.ok(exposed.includes(name), `${name} in ${exposed}`);
    }
  });

  test('an old refresh token ends the session it was stolen from', async () => {
    const { client } = await person(server());
    const { data } = await client.auth.getSession();
    const stolen = data.session?.refresh_token ?? '';
    let newest = stolen;
    // The server accepts a token again within ten seconds, for a second tab, but remembers no more than sixteen.
    for (let exchange = 0; exchange < 18; exchange += 1) {
      const { data: renewed, error } = await visitor(server()).auth.refreshSession({ refresh_token: newest });
      assert.equal(error, null);
      newest = renewed.session?.refresh_token ?? '';
    }
    const replayed = await visitor(server()).auth.refreshSession({ refresh_token: stolen });
    assert.equal(replayed.error?.status, 400);
    assert.equal(replayed.error?.code, 'refresh_token_already_used');
    const after = await visitor(server()).auth.refreshSession({ refresh_token: newest });
    assert.equal(after.error?.name, 'AuthSessionMissingError', 'nobody goes on with it');
  });

  test('a refused refresh is final for the client', async () => {
    for (const refresh_token of ['abcdefghijkl', '%', 'a'.repeat(500)]) {
      const { error } = await visitor(server()).auth.refreshSession({ refresh_token });
      assert.equal(error?.status, 400, refresh_token);
      assert.equal(isAuthRetryableFetchError(error), false, refresh_token);
    }
  });

  test('empty answers are an empty object, signing out is empty', async () => {
    const { client, email } = await person(server());
    const token = await tokenOf(client);
    const fresh = 'sem-conta@exemplo.com.br';
    for (const [method, path, asked] of [
      ['POST', '/recover', { body: { email } }],
      ['POST', '/recover', { body: { email: fresh } }],
      ['POST', '/resend', { body: { email, type: 'signup' } }],
      ['POST', '/otp', { body: { email, create_user: false } }],
      ['POST', '/magiclink', { body: { email: fresh, create_user: false } }],
      ['GET', '/reauthenticate', { token }],
    ] as const) {
      const answer = await ask(server(), method, path, asked);
      assert.equal(answer.status, 200, path);
      assert.deepEqual(await answer.json(), {}, path);
    }
    const out = await ask(server(), 'POST', '/logout?scope=global', { token });
    assert.deepEqual([out.status, await out.text()], [204, '']);
  });

  test('an empty JSON request is not a broken one', async () => {
    const { client } = await person(server());
    const { data } = await client.auth.getUserIdentities();
    const [identity] = data?.identities ?? [];
    assert.ok(identity);
    const kept = await client.auth.unlinkIdentity(identity);
    assert.equal(kept.error?.code, 'single_identity_not_deletable', 'the only one stays');
    assert.equal((await client.auth.signOut()).error, null);
  });

  test('a second sign-up sends no email; unconfirmed it is refused', async () => {
    const { email } = await person(server());
    const again = await visitor(server()).auth.signUp({ email, password });
    assert.equal(again.error, null);
    // The same shape as of a new account: nothing says that this one exists.
    assert.equal(again.data.user?.identities?.length, 1);
    assert.equal(again.data.session, null);
    await visitor(server()).auth.resetPasswordForEmail(email);
    const messages = await emailsTo(server(), email, 1);
    assert.deepEqual(
      messages.map((message) => message.subject),
      ['Defina uma nova senha'],
      'messages leave in the order they were written',
    );
    const { client: admin } = await administrator(server());
    const confirm = async (require_confirmation: boolean) => {
      const changed = await admin.functions.invoke('update-email-confirmation', { body: { require_confirmation } });
      assert.equal(changed.error, null);
    };
    await confirm(false);
    const refused = await visitor(server()).auth.signUp({ email, password });
    assert.equal(refused.error?.status, 422);
    assert.equal(refused.error?.code, 'user_already_exists');
    const entered = await visitor(server()).auth.signUp({ email: 'sem-espera@exemplo.com.br', password });
    assert.ok(entered.data.session, 'a session at once');
    await confirm(true);
  });

  test('a client forgets a session that was ended elsewhere', async () => {
    const { client, email } = await person(server());
    const elsewhere = visitor(server());
    await elsewhere.auth.signInWithPassword({ email, password });
    const token = await tokenOf(elsewhere);
    assert.equal((await client.auth.signOut({ scope: 'global' })).error, null);
    const raw = await ask(server(), 'GET', '/user', { token });
    assert.equal(raw.status, 403);
    assert.equal(((await raw.json()) as { code: string }).code, 'session_not_found');
    const read = await elsewhere.auth.getUser();
    assert.equal(read.error?.name, 'AuthSessionMissingError');
    assert.equal((await elsewhere.auth.getSession()).data.session, null);
  });

  test('the owner pages through a hundred and twenty accounts', async () => {
    const owner = service(server()).auth.admin;
    const before = await owner.listUsers({ page: 1, perPage: 1 });
    const present = 'total' in before.data ? before.data.total : 0;
    let last = '';
    for (let number = present; number < 120; number += 1) {
      const made = await owner.createUser({ email: `pagina-${number}@exemplo.com.br`, email_confirm: true });
      last = made.data.user?.id ?? '';
    }
    const { data, error } = await owner.listUsers({ page: 2, perPage: 50 });
    assert.equal(error, null);
    assert.ok('total' in data);
    assert.deepEqual([data.total, data.nextPage, data.lastPage, data.users.length], [120, 3, 3, 50]);
    const raw = await ask(server(), 'GET', '/admin/users?page=&per_page=', { token: server().keys.service_role });
    assert.equal(raw.headers.get('x-total-count'), '120');
    // The client splits at `;` and `=` and reads one digit: `page` comes first, `rel` is quoted.
    assert.match(
      raw.headers.get('link') ?? '',
      /^<[^?>]*\?page=2&per_page=50>; rel="next", <[^?>]*\?page=3&[^>]*>; rel="last"$/,
    );
    assert.equal((await owner.deleteUser(last)).error, null);
    assert.equal((await owner.getUserById(last)).error?.code, 'user_not_found');
  });

  test('a generated link leads where the query says', async () => {
    const { email } = await person(server());
    const target = `${server().url}/membros`;
    const made = await ask(server(), 'POST', `/admin/generate_link?redirect_to=${encodeURIComponent(target)}`, {
      token: server().keys.service_role,
      body: {
        type: 'magiclink',
        email,
        redirectTo: 'https://mal.exemplo.com.br',
        redirect_to: 'https://mal.exemplo.com.br',
      },
    });
    const link = (await made.json()) as { redirect_to: string; action_link: string; email: string };
    assert.equal(made.status, 200);
    assert.equal(link.redirect_to, target);
    assert.equal(new URL(link.action_link).searchParams.get('redirect_to'), target);
    assert.equal(link.email, email, 'the account’s fields stand beside the link’s');
  });
});
