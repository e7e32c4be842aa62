/** Rights of a person to their own account through the real client, and refusals to all others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { emailsTo } from './emails.ts';
import { administrator, password, person, refusal, service, subscriber, visitor } from './people.ts';

interface Session {
  id: string;
  user_agent: string | null;
  is_current: boolean;
  last_used_at: string;
}

async function sessions(client: SupabaseClient): Promise<Session[]> {
  const { data, error } = await client.functions.invoke<{ sessions: Session[] }>('list-sessions');
  assert.equal(error, null);
  return data?.sessions ?? [];
}

onEachDatabase('account', (server) => {
  test('sessions are listed, last used first, and ended one by one', async () => {
    const { client, email } = await person(server());
    const phone = visitor(server());
    await phone.auth.signInWithPassword({ email, password });
    const listed = await sessions(client);
    assert.deepEqual(
      listed.map((session) => session.is_current),
      [false, true],
    );
    assert.ok(listed.every((session) => session.user_agent !== null));
    await client.auth.refreshSession();
    const [first, other] = await sessions(client);
    assert.equal(first?.is_current, true, 'a refresh is a use');
    const ended = await client.functions.invoke('end-session', { body: { session_id: other?.id } });
    assert.deepEqual(ended.data, { ended: 1 });
    assert.equal((await phone.auth.getUser()).error?.name, 'AuthSessionMissingError');
    assert.deepEqual(await refusal(client, 'end-session', { session_id: other?.id }), [404, 'session_not_found']);
    assert.equal((await sessions(client)).length, 1);
  });

  test('a person ends all other sessions and stays signed in', async () => {
    const { client, email } = await person(server());
    for (const _ of [1, 2]) await visitor(server()).auth.signInWithPassword({ email, password });
    const ended = await client.functions.invoke('end-session', { body: { session_id: 'others' } });
    assert.deepEqual(ended.data, { ended: 2 });
    assert.equal((await client.auth.getUser()).error, null);
  });

  test('other callers cannot list or end the sessions of an account', async () => {
    const { client } = await person(server());
    const [own] = await sessions(client);
    const { client: admin } = await administrator(server());
    const { client: other } = await person(server());
    for (const caller of [admin, other]) {
      assert.deepEqual(await refusal(caller, 'end-session', { session_id: own?.id }), [404, 'session_not_found']);
      assert.ok((await sessions(caller)).every((session) => session.id !== own?.id));
    }
    for (const caller of [visitor(server()), service(server())]) {
      for (const name of ['list-sessions', 'end-session']) {
        assert.deepEqual(await refusal(caller, name, {}), [401, 'not_signed_in'], name);
      }
    }
    assert.deepEqual(await refusal(client, 'end-session', { session_id: 7 }), [400, 'invalid_payload']);
    assert.equal((await sessions(client)).length, 1);
  });

  test("an export holds the person's rows, three times a day", async () => {
    const { client, id } = await person(server());
    const { id: stranger } = await person(server());
    for (const _ of [1, 2, 3]) {
      const { data, error, response } = await client.functions.invoke<Blob>('export-account');
      assert.equal(error, null);
      assert.equal(response?.headers.get('content-type'), 'application/octet-stream');
      assert.match(response?.headers.get('content-disposition') ?? '', /meus-dados-\d{4}-\d\d-\d\d\.zip/);
      assert.ok(data instanceof Blob);
      const bytes = Buffer.from(await data.arrayBuffer());
      assert.equal(bytes.subarray(0, 4).toString('latin1'), 'PK\x03\x04');
      assert.ok(bytes.includes('dados/users.json') && !bytes.includes(stranger));
    }
    assert.deepEqual(await refusal(client, 'export-account', {}), [429, 'too_many_exports']);
    const { data: events } = await service(server())
      .from('auth_logs')
      .select('success')
      .eq('action', 'data_exported')
      .eq('user_id', id);
    assert.deepEqual(events?.map(({ success }) => success).sort(), [false, true, true, true]);
  });

  test('an erasure waits two weeks, is private, and can be cancelled', async () => {
    const { client, id, email } = await person(server());
    assert.deepEqual(await refusal(client, 'request-erasure', { confirmation: 'sim' }), [400, 'invalid_payload']);
    assert.deepEqual(await refusal(client, 'cancel-erasure', {}), [409, 'no_erasure']);
    const asked = await client.functions.invoke('request-erasure', { body: { confirmation: 'EXCLUIR' } });
    const { due_at: due } = asked.data as { due_at: string };
    const days = (Date.parse(due) - Date.now()) / 86_400_000;
    assert.ok(days > 13.9 && days <= 14);
    const rows = async (who: SupabaseClient) =>
      (await who.from('account_erasures').select('due_at').eq('user_id', id)).data;
    assert.deepEqual(await rows(client), [{ due_at: due }]);
    assert.deepEqual(await rows((await administrator(server())).client), [{ due_at: due }]);
    assert.deepEqual(await rows((await person(server())).client), []);
    assert.deepEqual((await client.functions.invoke('cancel-erasure')).data, { canceled: true });
    assert.deepEqual(await rows(client), []);
    const subjects = (await emailsTo(server(), email, 2)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['A exclusão da sua conta foi cancelada', 'A exclusão da sua conta está marcada']);
  });

  test('a paying member and the last administrator cannot be erased', async () => {
    const { client } = await subscriber(server());
    const request = { confirmation: 'EXCLUIR' };
    assert.deepEqual(await refusal(client, 'request-erasure', request), [409, 'subscription_active']);
    const { client: admin } = await administrator(server());
    const others = await service(server()).from('user_roles').select('user_id').eq('role', 'admin');
    const { data: me } = await admin.auth.getUser();
    for (const { user_id: other } of others.data ?? []) {
      if (other !== me.user?.id) await service(server()).from('user_roles').delete().eq('user_id', other);
    }
    assert.deepEqual(await refusal(admin, 'request-erasure', request), [409, 'last_admin']);
  });

  test('account functions need a session; direct writes fail', async () => {
    const { client, id } = await person(server());
    await client.functions.invoke('request-erasure', { body: { confirmation: 'EXCLUIR' } });
    const { client: admin } = await administrator(server());
    for (const name of [
      'export-account',
      'request-erasure',
      'cancel-erasure',
      'read-email-preferences',
      'choose-emails',
    ]) {
      for (const caller of [visitor(server()), service(server())]) {
        assert.deepEqual(await refusal(caller, name, {}), [401, 'not_signed_in'], name);
      }
    }
    for (const caller of [client, admin, visitor(server())]) {
      const row = { user_id: id, due_at: '2026-01-01' };
      const written = await caller.from('account_erasures').insert(row);
      assert.equal(written.error?.code, '42501');
      await caller.from('account_erasures').delete().eq('user_id', id);
    }
    const { data } = await service(server()).from('account_erasures').select('user_id').eq('user_id', id);
    assert.equal(data?.length, 1);
  });

  test("consents are one's own, dated by the server, never changed", async () => {
    const { client, id } = await person(server());
    const { client: other, id: stranger } = await person(server());
    const accepted = await client
      .from('consents')
      .insert({ document: 'terms', version: '2026-11-21' })
      .select()
      .single();
    assert.equal(accepted.data?.user_id, id);
    assert.equal(accepted.data?.method, 'settings');
    assert.equal(
      (await client.from('consents').insert({ document: 'terms', version: '2026-11-21' })).error?.code,
      '23505',
    );
    const consents = () => client.from('consents');
    for (const forged of [
      consents().insert({ user_id: stranger, document: 'terms', version: '1' }),
      consents().insert({ document: 'terms', version: '1', accepted_at: '2020-01-01' }),
      consents().insert({ document: 'terms', version: '1', method: 'sign_up' }),
    ]) {
      assert.equal((await forged).error?.code, '42501');
    }
    assert.equal((await client.from('consents').update({ version: '2' }).eq('user_id', id)).error?.code, '42501');
    assert.equal((await client.from('consents').delete().eq('user_id', id)).error?.code, '42501');
    for (const caller of [other, (await administrator(server())).client]) {
      assert.deepEqual((await caller.from('consents').select('id').eq('user_id', id)).data, []);
    }
  });

  test('a sign-up records the accepted texts, outside the profile', async () => {
    const email = `aceite-${Date.now()}@exemplo.com.br`;
    const data = { full_name: 'Ana', accepted_terms: '2026-11-21', accepted_privacy: '2026-11-20' };
    const made = await visitor(server()).auth.signUp({ email, password, options: { data } });
    assert.equal(made.error, null);
    const { data: users } = await service(server()).auth.admin.listUsers({ perPage: 200 });
    const user = users.users.find((each) => each.email === email);
    assert.deepEqual(
      Object.keys(user?.user_metadata ?? {}).filter((key) => key.startsWith('accepted')),
      [],
    );
    const { data: consents } = await service(server())
      .from('consents')
      .select('document, version, method')
      .eq('user_id', user?.id)
      .order('document');
    assert.deepEqual(consents, [
      { document: 'privacy', version: '2026-11-20', method: 'sign_up' },
      { document: 'terms', version: '2026-11-21', method: 'sign_up' },
    ]);
    const broken = await visitor(server()).auth.signUp({
      email: `x${email}`,
      password,
      options: { data: { accepted_terms: { any: 'thing' } } },
    });
    assert.equal(broken.error?.code, 'validation_failed');
  });

  test('each person reads and sets only their own notifications', async () => {
    const { client, id } = await person(server());
    const { client: other } = await person(server());
    const follows = async (of: typeof client) =>
      (await of.functions.invoke('read-email-preferences')).data.kinds
        .filter(({ kind }: { kind: string }) => kind === 'open')
        .map(({ follows }: { follows: boolean }) => follows);
    const choices = [{ kind: 'open', follows: true }];
    assert.deepEqual(await follows(client), [false]);
    assert.equal((await client.functions.invoke('choose-emails', { body: { choices } })).error, null);
    assert.deepEqual([await follows(client), await follows(other)], [[true], [false]]);
    assert.deepEqual(await refusal(client, 'choose-emails', { choices: 'sim' }), [400, 'invalid_payload']);
    const choice = { user_id: id, email_period: 'nunca' };
    assert.equal((await client.from('notification_preferences').upsert(choice, { onConflict: 'user_id' })).error, null);
    assert.equal(
      (await other.from('notification_preferences').upsert(choice, { onConflict: 'user_id' })).error?.code,
      '42501',
    );
    assert.deepEqual((await other.from('notification_preferences').select('user_id')).data, []);
  });
});
