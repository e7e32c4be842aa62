import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { password, person, service, visitor } from './people.ts';

onEachDatabase('accounts', (server) => {
  test('a wrong password and an unknown address answer alike', async () => {
    const { email } = await person(server());
    const wrong = await visitor(server()).auth.signInWithPassword({ email, password: 'errada-errada' });
    const unknown = await visitor(server()).auth.signInWithPassword({ email: 'ninguem@exemplo.com.br', password });
    for (const answer of [wrong, unknown]) {
      assert.equal(answer.error?.code, 'invalid_credentials');
      assert.equal(answer.error?.message, 'Invalid login credentials');
      assert.equal(answer.error?.status, 400);
    }
  });

  test('a session signs in, is read, verified and signed out', async () => {
    const { client, email } = await person(server());
    const { data: read } = await client.auth.getUser();
    assert.equal(read.user?.email, email);
    assert.equal(read.user?.identities?.[0]?.provider, 'email');
    const claims = await client.auth.getClaims();
    assert.equal(claims.error, null);
    assert.equal(claims.data?.header.alg, 'ES256');
    assert.equal(claims.data?.claims.role, 'authenticated');
    const { data: kept } = await client.auth.getSession();
    const token = kept.session?.access_token ?? '';
    const out = await client.auth.signOut();
    assert.equal(out.error, null);
    const after = await visitor(server()).auth.getUser(token);
    assert.ok(after.error, 'the token must be dead with its session');
    const raw = await fetch(`${server().url}/auth/v1/user`, {
      headers: { apikey: server().keys.anon, authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' },
    });
    assert.equal(raw.status, 403);
    assert.equal(((await raw.json()) as { code: string }).code, 'session_not_found');
  });

  test('two concurrent refreshes converge on one token', async () => {
    const { client } = await person(server());
    const { data } = await client.auth.getSession();
    const refresh_token = data.session?.refresh_token ?? '';
    const tabs = await Promise.all([0, 1].map(() => visitor(server()).auth.refreshSession({ refresh_token })));
    const tokens = tabs.map((tab) => tab.data.session?.refresh_token);
    assert.ok(tokens[0]);
    assert.equal(tokens[0], tokens[1]);
    assert.notEqual(tokens[0], refresh_token);
  });

  test('an unknown refresh token is a plain refusal, not an outage', async () => {
    const answer = await visitor(server()).auth.refreshSession({ refresh_token: 'abcdefghijkl' });
    assert.equal(answer.error?.status, 400);
    assert.equal(answer.error?.code, 'refresh_token_not_found');
  });

  test('a sign-up for a taken address looks like a new one', async () => {
    const { email } = await person(server());
    const fresh = await visitor(server()).auth.signUp({ email: 'nova-pessoa@exemplo.com.br', password });
    const again = await visitor(server()).auth.signUp({ email, password });
    assert.equal(fresh.error, null);
    assert.equal(again.error, null);
    assert.equal(fresh.data.session, null);
    assert.equal(again.data.session, null);
    const shape = (user: object | null) => Object.keys(user ?? {}).sort();
    assert.deepEqual(shape(again.data.user), shape(fresh.data.user));
    assert.deepEqual(
      [again.data.user?.role, again.data.user?.identities?.length],
      [fresh.data.user?.role, fresh.data.user?.identities?.length],
    );
    const early = await visitor(server()).auth.signInWithPassword({ email: 'nova-pessoa@exemplo.com.br', password });
    assert.equal(early.error?.code, 'email_not_confirmed');
  });

  test('a weak password is refused with its reasons', async () => {
    const answer = await visitor(server()).auth.signUp({ email: 'curta@exemplo.com.br', password: 'abc' });
    assert.equal(answer.error?.code, 'weak_password');
    assert.equal(answer.error?.name, 'AuthWeakPasswordError');
    assert.ok((answer.error as unknown as { reasons: string[] }).reasons.includes('length'));
  });

  test('a person changes their data and password, never their role', async () => {
    const { client, email } = await person(server());
    const changed = await client.auth.updateUser({ data: { apelido: 'Zé', cargo: 'x' } });
    assert.equal(changed.data.user?.user_metadata.apelido, 'Zé');
    const removed = await client.auth.updateUser({ data: { cargo: null } });
    assert.equal('cargo' in (removed.data.user?.user_metadata ?? {}), false);
    const same = await client.auth.updateUser({ password });
    assert.equal(same.error?.code, 'same_password');
    const other = await client.auth.updateUser({ password: `${password}-nova` });
    assert.equal(other.error, null);
    const back = await visitor(server()).auth.signInWithPassword({ email, password: `${password}-nova` });
    assert.equal(back.error, null);
    const { data } = await client.auth.getSession();
    const raised = await fetch(`${server().url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: server().keys.anon,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ role: 'service_role', app_metadata: { provider: 'x', admin: true } }),
    });
    const user = (await raised.json()) as { role: string; app_metadata: Record<string, unknown> };
    assert.equal(user.role, 'authenticated');
    assert.equal('admin' in user.app_metadata, false);
  });

  test('only the service key manages accounts', async () => {
    const owner = service(server());
    const { id, email } = await person(server());
    for (let number = 0; number < 60; number += 1) {
      const made = await owner.auth.admin.createUser({ email: `lista-${number}@exemplo.com.br`, email_confirm: true });
      assert.equal(made.error, null);
    }
    const page = await owner.auth.admin.listUsers({ page: 1, perPage: 50 });
    assert.equal(page.error, null);
    assert.equal(page.data.users.length, 50);
    assert.ok('total' in page.data && page.data.total >= 61);
    const banned = await owner.auth.admin.updateUserById(id, { ban_duration: '24h' });
    assert.equal(banned.error, null);
    const shut = await visitor(server()).auth.signInWithPassword({ email, password });
    assert.equal(shut.error?.code, 'user_banned');
    const gone = await owner.auth.admin.deleteUser(id);
    assert.equal(gone.error, null);
    const missing = await owner.auth.admin.getUserById(id);
    assert.equal(missing.error?.code, 'user_not_found');
    const someone = await person(server());
    const refused = await someone.client.auth.admin.listUsers();
    assert.equal(refused.error?.status, 403);
  });

  test('error bodies follow the version header', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${server().url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: server().keys.anon, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: 'x@exemplo.com.br', password: 'nada-nada' }),
      });
    const modern = await ask({ 'x-supabase-api-version': '2024-01-01' });
    assert.equal(modern.headers.get('x-supabase-api-version'), '2024-01-01');
    assert.equal(((await modern.json()) as { code: string }).code, 'invalid_credentials');
    const old = (await (await ask({})).json()) as { code: number; error_code: string; msg: string };
    assert.deepEqual([old.code, old.error_code, old.msg], [400, 'invalid_credentials', 'Invalid login credentials']);
  });

  test('tokens of another algorithm or key or unsigned are refused', async () => {
    const [header, payload] = server().keys.service_role.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    for (const forged of [unsigned, `${header}.${payload}.AAAA`, 'abc', `${header}.${payload}`]) {
      const client = createClient(server().url, forged, { auth: { persistSession: false } });
      const answer = await client.from('auth_logs').select('id').limit(1);
      assert.equal(answer.status, 401, forged.slice(0, 20));
      assert.equal(answer.data, null);
    }
  });
});
