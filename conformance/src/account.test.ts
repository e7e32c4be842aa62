/** What a person may do with the own account, called with the real client: sessions seen and ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { FunctionsHttpError } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { administrator, password, person, service, visitor } from './people.ts';

interface Session {
  id: string;
  user_agent: string | null;
  is_current: boolean;
  last_used_at: string;
}

/** Status and code of a refusal; the client hands it over as the response. */
async function refusal(client: SupabaseClient, name: string, body: Record<string, unknown>): Promise<[number, string]> {
  const { error } = await client.functions.invoke(name, { body });
  assert.ok(error instanceof FunctionsHttpError, `${name} is refused`);
  const response: Response = error.context;
  return [response.status, ((await response.json()) as { code: string }).code];
}

async function sessions(client: SupabaseClient): Promise<Session[]> {
  const { data, error } = await client.functions.invoke<{ sessions: Session[] }>('list-sessions');
  assert.equal(error, null);
  return data?.sessions ?? [];
}

onEachDatabase('account', (server) => {
  test('a person sees the own sessions, the last used first, and ends another at once', async () => {
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

  test('nobody sees or ends the sessions of another, not even an administrator', async () => {
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
});
