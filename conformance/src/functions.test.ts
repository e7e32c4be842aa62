/**
 * The settings functions and running a job through the real client: applied at once, audited, and closed to everybody but
 * administrators.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { administrator, password, person, refusal, service, subscriber, visitor } from './people.ts';

const calls = [
  ['update-password-policy', { min_password_length: 10, leaked_password_check: true }],
  ['apply-rate-limit', { max_attempts: 20, window_hours: 2 }],
  ['update-otp-settings', { otp_expiry_seconds: 300 }],
  ['update-magic-link-settings', { magic_link_expiry_seconds: 600 }],
  ['update-email-confirmation', { require_confirmation: true }],
  ['update-signup-settings', { allow_signup: true }],
  ['run-job', { job_name: 'cleanup_old_auth_logs' }],
] as const;

onEachDatabase('functions', (server) => {
  test('settings apply at once; the audit log names the caller', async () => {
    const { client: admin, id } = await administrator(server());
    const closed = await admin.functions.invoke('update-signup-settings', { body: { allow_signup: false } });
    assert.equal(closed.error, null);
    assert.deepEqual(closed.data, {
      message: 'Configurações aplicadas. Permitir novos cadastros: não.',
      values: { allow_signup: false },
    });
    const email = 'nova@exemplo.com.br';
    const refused = await visitor(server()).auth.signUp({ email, password });
    assert.equal(refused.error?.code, 'signup_disabled');
    await admin.functions.invoke('update-signup-settings', { body: { allow_signup: true } });
    const accepted = await visitor(server()).auth.signUp({ email, password });
    assert.equal(accepted.error, null);

    const trail = await admin
      .from('audit_log')
      .select('actor_id, action, subject, old_value, new_value')
      .eq('subject', 'allow_signup')
      .order('created_at')
      .throwOnError();
    const entry = { actor_id: id, action: 'update-signup-settings', subject: 'allow_signup' };
    assert.deepEqual(trail.data, [
      { ...entry, old_value: 'true', new_value: 'false' },
      { ...entry, old_value: 'false', new_value: 'true' },
    ]);
  });

  test('a job runs now and its log is there when the answer is', async () => {
    const { client: admin } = await administrator(server());
    const ran = await admin.functions.invoke('run-job', { body: { job_name: 'cleanup_old_job_logs' } });
    assert.equal(ran.error, null);
    const { run } = ran.data as { run: { id: string; status: string } };
    const logged = await admin.from('job_execution_logs').select('*').eq('id', run.id).single().throwOnError();
    assert.equal(run.status, 'success');
    assert.deepEqual({ ...logged.data }, run);
    assert.deepEqual(await refusal(admin, 'run-job', { job_name: 'nada' }), [404, 'unknown_job']);
  });

  test('only administrators change settings or read the audit log', async () => {
    const moderator = await person(server(), 'moderadora');
    await service(server()).from('user_roles').insert({ user_id: moderator.id, role: 'moderator' }).throwOnError();
    const callers: [SupabaseClient, [number, string]][] = [
      [visitor(server()), [401, 'not_signed_in']],
      [(await person(server())).client, [403, 'not_admin']],
      [(await subscriber(server())).client, [403, 'not_admin']],
      [moderator.client, [403, 'not_admin']],
    ];
    for (const [client, expected] of callers) {
      for (const [name, body] of calls) assert.deepEqual(await refusal(client, name, body), expected, name);
      const read = await client.from('audit_log').select('*');
      assert.ok(read.error !== null || read.data.length === 0);
    }
  });

  test('audit log and settings are written by their functions only', async () => {
    const { client: admin } = await administrator(server());
    const entry = { action: 'x', subject: 'y' };
    assert.equal((await admin.from('audit_log').insert(entry)).error?.code, '42501');
    assert.equal((await admin.from('audit_log').update(entry).eq('action', 'run-job')).error?.code, '42501');
    assert.equal((await admin.from('audit_log').delete().eq('action', 'run-job')).error?.code, '42501');
    const leases = await admin.from('tasks').select('*');
    assert.equal(leases.error?.code, 'PGRST205');
  });

  test('an invalid field refuses the whole settings change', async () => {
    const { client: admin } = await administrator(server());
    for (const [name, body, code] of [
      ['update-password-policy', { min_password_length: 10 }, 'invalid_payload'],
      ['update-password-policy', { min_password_length: 51, leaked_password_check: false }, 'out_of_range'],
      ['apply-rate-limit', { max_attempts: 1, window_hours: 1, more: 1 }, 'invalid_payload'],
      ['update-otp-settings', { otp_expiry_seconds: '600' }, 'invalid_payload'],
    ] as const) {
      assert.deepEqual(await refusal(admin, name, body), [400, code], name);
    }
    const stored = await admin
      .from('security_settings')
      .select('setting_value')
      .eq('setting_key', 'leaked_password_check');
    assert.equal(stored.data?.[0]?.setting_value, 'true');
  });

  test('a browser of another origin may ask first', async () => {
    const answer = await fetch(`${server().url}/functions/v1/apply-rate-limit`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://exemplo.com.br',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, x-client-info, apikey',
      },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(answer.headers.get('access-control-allow-headers') ?? '', /authorization/);
  });
});
