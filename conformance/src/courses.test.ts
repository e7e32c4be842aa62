/**
 * Access to the external courses through the client library: who may ask about whom, which events grant access, and
 * purchases before the account exists. The platform is a mock server that answers in its shapes.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { listen } from './http.ts';
import { administrator, password, person, service, visitor } from './people.ts';
import type { Server } from './server.ts';

const hottok = 'o-token-fixo-da-conta';

/** Members of the Club; there are no subscriptions or single sales. */
const students = new Set<string>();
let down = false;

const platform = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://platform.test');
  const say = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  request.resume();
  if (down) return say(503, {});
  if (url.pathname === '/security/oauth/token') return say(200, { access_token: 'a', expires_in: 3600 });
  const email = url.searchParams.get('email') ?? '';
  const items = url.pathname === '/club/api/v1/users' && students.has(email) ? [{ email, status: 'ACTIVE' }] : [];
  return say(200, { items, page_info: { total_results: items.length } });
});

async function environment(): Promise<Record<string, string>> {
  const base = await listen(platform);
  return {
    ATENEU_HOTMART_CLIENT_ID: 'id',
    ATENEU_HOTMART_CLIENT_SECRET: 'segredo',
    ATENEU_HOTMART_HOTTOK: hottok,
    ATENEU_HOTMART_SUBDOMAIN: 'ateneu',
    ATENEU_HOTMART_COURSE_URL: 'https://cursos.exemplo.com.br/',
    ATENEU_HOTMART_AUTH_BASE: base,
    ATENEU_HOTMART_API_BASE: base,
  };
}
after(() => platform.close());

interface Answer {
  hasAccess: boolean;
  stale: boolean;
}

async function validate(client: SupabaseClient, body: object): Promise<Answer> {
  const { data, error } = await client.functions.invoke<Answer>('validate-hotmart-access', { body });
  if (error || !data) throw error ?? new Error('nothing');
  return data;
}

async function refused(client: SupabaseClient, body: object): Promise<[number, string]> {
  const { error } = await client.functions.invoke('validate-hotmart-access', { body });
  assert.ok(error instanceof FunctionsHttpError);
  const response = error.context as Response;
  return [response.status, (await response.json()).code];
}

let posted = 0;

async function postEvent(server: Server, event: string, email: string, token = hottok): Promise<number> {
  posted += 1;
  const data = { product: { id: 1 }, buyer: { email }, purchase: { transaction: `HP${posted}` } };
  const answer = await fetch(`${server.url}/webhooks/hotmart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': token },
    body: JSON.stringify({ id: `event-${posted}`, creation_date: Date.now(), event, version: '2.0.0', data }),
  });
  return answer.status;
}

interface Access {
  active: boolean;
  course_url: string | null;
}

async function record(client: SupabaseClient, email: string): Promise<Access | null> {
  const asked = client.from('hotmart_access').select('active,course_url').eq('email', email);
  return (await asked.maybeSingle<Access>().throwOnError()).data;
}

/** Polls until the access is as expected: an event is acknowledged before it is processed. */
async function becomes(server: Server, email: string, active: boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await record(service(server), email))?.active === active) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`${email} never became ${active ? 'open' : 'closed'}`);
}

onEachDatabase(
  'External courses',
  (server) => {
    test('people ask about themselves, administrators about anybody', async () => {
      const { client, email } = await person(server());
      assert.deepEqual(await validate(client, { email }), { hasAccess: false, stale: false });
      const other = await person(server(), 'aluno');
      students.add(other.email);
      assert.deepEqual(await refused(client, { email: other.email }), [403, 'not_your_email']);
      assert.deepEqual(await refused(visitor(server()), { email }), [401, 'not_signed_in']);
      assert.deepEqual(await refused(client, { email, refresh: true }), [403, 'not_admin']);
      assert.equal((await validate(other.client, { email: other.email })).hasAccess, true);
      const access = await record(other.client, other.email);
      assert.deepEqual(access, { active: true, course_url: 'https://cursos.exemplo.com.br/' });
      assert.equal(await record(client, other.email), null);
      const admin = await administrator(server());
      assert.equal((await validate(admin.client, { email: other.email })).hasAccess, true);
      students.delete(other.email);
      assert.equal((await validate(admin.client, { email: other.email, refresh: true })).hasAccess, false);
      assert.equal(await record(other.client, other.email), null);
      const trail = await admin.client.from('audit_log').select('actor_id').eq('action', 'refresh-hotmart-access');
      assert.deepEqual(trail.data, [{ actor_id: admin.id }]);
    });

    test('a purchase before the account opens with the address', async () => {
      const email = `compradora-${posted}@exemplo.com.br`;
      students.add(email);
      assert.equal(await postEvent(server(), 'PURCHASE_APPROVED', email, 'outro-token'), 401);
      assert.equal(await record(service(server()), email), null);
      assert.equal(await postEvent(server(), 'PURCHASE_APPROVED', email), 200);
      await becomes(server(), email, true);
      const admin = service(server()).auth.admin;
      const made = await admin.createUser({ email, password });
      assert.equal(made.error, null);
      const client = visitor(server());
      const early = await client.auth.signInWithPassword({ email, password });
      assert.equal(early.error?.code, 'email_not_confirmed');
      assert.equal(await record(client, email), null);
      assert.deepEqual(await refused(client, { email }), [401, 'not_signed_in']);
      await admin.updateUserById(made.data.user?.id ?? '', { email_confirm: true });
      assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
      assert.equal((await record(client, email))?.active, true);
      assert.equal(await postEvent(server(), 'PURCHASE_REFUNDED', email), 200);
      await becomes(server(), email, false);
      assert.equal(await record(client, email), null);
      students.delete(email);
    });

    test('an unreachable platform takes no access away, an end does', async () => {
      const { client, email } = await person(server(), 'cortesia');
      const hand = await administrator(server());
      const grant = { email, active: true, source: 'manual', expires_at: '2999-01-01' };
      await hand.client.from('hotmart_access').insert(grant).throwOnError();
      down = true;
      try {
        assert.equal((await validate(client, { email })).hasAccess, true);
        const past = { expires_at: '2026-01-01' };
        await hand.client.from('hotmart_access').update(past).eq('email', email).throwOnError();
        assert.equal(await record(client, email), null);
        assert.deepEqual(await validate(client, { email }), { hasAccess: false, stale: true });
        const run = await hand.client.functions.invoke('run-job', { body: { job_name: 'end_course_access' } });
        assert.equal(run.error, null);
        assert.match(run.data.run.message, /^Acessos encerrados: 1\./);
        assert.equal((await record(hand.client, email))?.active, false);
      } finally {
        down = false;
      }
    });

    test('records are written by administrators only', async () => {
      const { client, email } = await person(server());
      const own = await client.from('hotmart_access').insert({ email, active: true });
      assert.equal(own.error?.code, '42501');
      const nobody = await visitor(server()).from('hotmart_access').insert({ email, active: true });
      assert.equal(nobody.error?.code, '42501');
    });
  },
  environment,
);
