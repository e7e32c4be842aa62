/**
 * Actions of an administrator on other people's accounts through the real client. They take effect on the person's next
 * request, stand in the audit log, and give no access to the account itself.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { appCode } from './authenticator.ts';
import { onEachDatabase } from './databases.ts';
import { codeOf, emailsTo } from './emails.ts';
import { administrator, password, person, refusal, service, visitor } from './people.ts';

type Body = Record<string, unknown>;

const everyone: Body = { search: null, role: null, subscription: null, state: null, order: null, page: null };
const everything: Body = { person: null, action: null, since: null, until: null, page: null };

/** The answer of a function; a refusal fails the test. */
async function done(client: SupabaseClient, name: string, body: Body): Promise<Record<string, unknown>> {
  const { data, error } = await client.functions.invoke<Record<string, unknown>>(name, { body });
  if (error instanceof FunctionsHttpError) assert.fail(`${name}: ${await (error.context as Response).text()}`);
  assert.equal(error, null);
  return data ?? {};
}

onEachDatabase('people', (server) => {
  test('an invitation keeps its role and shows no secret', async () => {
    const { client: admin } = await administrator(server());
    const email = `convidada-${Date.now()}@exemplo.com.br`;
    const answer = await done(admin, 'invite-person', { name: 'Ana Convidada', email, role: 'moderator' });
    const [message] = await emailsTo(server(), email, 1);
    const shown = JSON.stringify([answer, await done(admin, 'read-person', { user_id: answer.user_id })]);
    assert.ok(!shown.includes(codeOf(message)) && !/token(_hash)?=/.test(shown), shown);
    const client = visitor(server());
    const arrived = await client.auth.verifyOtp({ email, token: codeOf(message), type: 'invite' });
    assert.equal(arrived.error, null);
    const roles = await client.from('user_roles').select('role').throwOnError();
    assert.deepEqual(roles.data, [{ role: 'moderator' }]);
    const found = await done(admin, 'list-people', { ...everyone, search: 'ANA CONVID' });
    assert.deepEqual([found.total, (found.people as { email: string }[])[0]?.email], [1, email]);
  });

  test('a ban is felt at once and lifted at once', async () => {
    const { client: admin, id: by } = await administrator(server());
    const { client, id, email } = await person(server(), 'suspensa');
    await done(admin, 'ban-person', { user_id: id, days: 1, reason: 'Um teste.' });
    assert.equal((await client.auth.getUser()).error?.name, 'AuthSessionMissingError');
    const signIn = () => visitor(server()).auth.signInWithPassword({ email, password });
    assert.equal((await signIn()).error?.code, 'user_banned');
    await done(admin, 'lift-ban', { user_id: id });
    assert.equal((await signIn()).error, null);
    const log = await done(admin, 'list-audit-log', { ...everything, person: id });
    const entries = log.entries as { action: string; actor: { id: string } | null; ip_address: string | null }[];
    assert.deepEqual(
      entries.map((entry) => [entry.action, entry.actor?.id, entry.ip_address]),
      [
        ['lift-ban', by, '127.0.0.1'],
        ['ban-person', by, '127.0.0.1'],
        ['create-user', undefined, null],
      ],
    );
  });

  test('a role is felt on the next request, given and taken', async () => {
    const { client: admin } = await administrator(server());
    const { client, id } = await person(server(), 'moderadora');
    const sees = async () => (await client.from('community_categories').select('id')).data?.length;
    await service(server())
      .from('community_categories')
      .insert({ name: `c${Date.now()}` })
      .throwOnError();
    assert.equal(await sees(), 0);
    await done(admin, 'grant-role', { user_id: id, role: 'moderator' });
    assert.notEqual(await sees(), 0);
    assert.deepEqual(await refusal(client, 'list-people', everyone), [403, 'not_admin']);
    assert.deepEqual((await client.from('audit_log').select('id')).data, []);
    await done(admin, 'revoke-role', { user_id: id, role: 'moderator' });
    assert.equal(await sees(), 0);
  });

  test('sessions of a person end at once', async () => {
    const { client: admin } = await administrator(server());
    const { client, id } = await person(server(), 'perdida');
    await done(admin, 'end-person-sessions', { user_id: id, session_id: null });
    assert.equal((await client.auth.getUser()).error?.name, 'AuthSessionMissingError');
  });

  test('an administrator proves the second factor, or has it reset', async () => {
    const { client: other, id: otherId } = await administrator(server());
    const { client: admin, id, email } = await administrator(server());
    const enrolled = await admin.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Celular' });
    assert.ok(enrolled.data);
    const proved = await admin.auth.mfa.challengeAndVerify({
      factorId: enrolled.data.id,
      code: appCode(enrolled.data.totp.secret),
    });
    assert.equal(proved.error, null);
    await done(admin, 'list-people', everyone);
    const half = visitor(server());
    assert.equal((await half.auth.signInWithPassword({ email, password })).error, null);
    assert.deepEqual(await refusal(half, 'list-people', everyone), [401, 'not_signed_in']);
    assert.deepEqual(await refusal(half, 'ban-person', { user_id: otherId, days: 1, reason: 'x' }), [
      401,
      'not_signed_in',
    ]);
    assert.deepEqual(await refusal(admin, 'reset-factors', { user_id: id }), [403, 'not_yourself']);
    const seen = JSON.stringify(await done(other, 'read-person', { user_id: id }));
    assert.ok(seen.includes('Celular') && !seen.includes(enrolled.data.totp.secret));
    await done(other, 'reset-factors', { user_id: id });
    assert.equal((await admin.auth.getUser()).error?.name, 'AuthSessionMissingError');
    const again = visitor(server());
    await again.auth.signInWithPassword({ email, password });
    await done(again, 'list-people', everyone);
    const messages = await emailsTo(server(), email, 2);
    assert.ok(messages.some(({ subject }) => subject.includes('removidas')));
  });

  test('writes to rows and files are in the audit log', async () => {
    const { client: admin, id: by } = await administrator(server());
    const name = `Auditada ${Date.now()}`;
    const made = await admin.from('categories').insert({ name }).select('id').single().throwOnError();
    await admin.from('categories').update({ description: 'Nova' }).eq('id', made.data.id).throwOnError();
    await service(server()).from('categories').delete().eq('id', made.data.id).throwOnError();
    const file = new Blob(['%PDF-1.7 texto'], { type: 'application/pdf' });
    assert.equal((await admin.storage.from('contents').upload(`pdf/${Date.now()}.pdf`, file)).error, null);
    const { data: rows } = await admin
      .from('audit_log')
      .select('action, actor_id, old_value, new_value')
      .eq('subject', made.data.id)
      .order('created_at')
      .throwOnError();
    const shown = rows?.map(({ action, actor_id, new_value }) => [action, actor_id, JSON.parse(new_value ?? 'null')]);
    assert.deepEqual(shown?.slice(1), [
      ['update-categories', by, { description: 'Nova' }],
      ['delete-categories', null, null],
    ]);
    assert.deepEqual([shown?.[0]?.[0], shown?.[0]?.[2].name], ['insert-categories', name]);
    const files = await done(admin, 'list-acts', { ...everything, action: 'upload-file', person: by });
    assert.equal(files.total, 1);
    const changed = await admin.from('audit_log').update({ action: 'x' }).eq('actor_id', by).select();
    assert.equal(changed.error?.code, '42501');
    assert.equal((await admin.from('audit_log').delete().eq('actor_id', by)).error?.code, '42501');
  });
});
