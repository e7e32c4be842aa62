import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { administrator, password, person, service, subscriber, visitor } from './people.ts';
import type { Server } from './server.ts';

const text = '%PDF-1.4\nsó para membros\n%%EOF';

/** A published content for members with a file of its own. */
async function exclusive(server: Server): Promise<{ id: string; path: string }> {
  const { client } = await administrator(server);
  const path = `pdf/${randomUUID()}.pdf`;
  const files = client.storage.from('contents');
  const sent = await files.upload(path, new Blob([text], { type: 'application/pdf' }));
  assert.equal(sent.error, null);
  const row = {
    title: 'Reservado',
    content_type: 'pdf',
    is_published: true,
    is_member_only: true,
    file_url: files.getPublicUrl(path).data.publicUrl,
  };
  const made = await client.from('contents').insert(row).select('id').single();
  assert.equal(made.error, null);
  return { id: made.data?.id as string, path };
}

/** The status of a range request, or the code of the refusal. */
async function part(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-7' } });
  if (answer.status === 206) return answer.text();
  return ((await answer.json()) as { code: string }).code;
}

onEachDatabase('exclusive contents', (server) => {
  test("a file's link ends with the session that asked for it", async () => {
    const { path } = await exclusive(server());
    const { client, email } = await subscriber(server());
    const other = visitor(server());
    assert.equal((await other.auth.signInWithPassword({ email, password })).error, null);
    const [here, there] = await Promise.all(
      [client, other].map(async (device) => {
        const { data } = await device.storage.from('contents').createSignedUrl(path, 600);
        return data?.signedUrl ?? '';
      }),
    );
    assert.ok(here && there);
    assert.equal(await part(here), '%PDF-1.4');
    assert.equal((await client.auth.signOut({ scope: 'local' })).error, null);
    assert.equal(await part(here), 'NoSuchKey', 'the session is over');
    assert.equal(await part(there), '%PDF-1.4', 'the other one is not');
    assert.equal((await other.auth.signOut({ scope: 'global' })).error, null);
    assert.equal(await part(there), 'NoSuchKey');
  });

  test('a link ends with the subscription, and no cache keeps it', async () => {
    const { path } = await exclusive(server());
    const { client, id } = await subscriber(server());
    const { data } = await client.storage.from('contents').createSignedUrl(path, 600);
    const url = data?.signedUrl ?? '';
    assert.equal((await fetch(url)).headers.get('cache-control'), 'private, no-store');
    const owner = service(server());
    const become = async (change: Record<string, string | null>) => {
      assert.equal((await owner.from('subscribers').update(change).eq('user_id', id)).error, null);
    };
    await become({ status: 'canceled', current_period_end: '2020-01-01T00:00:00Z' });
    assert.equal(await part(url), 'NoSuchKey', 'the paid time is over');
    await become({ status: 'canceled', current_period_end: '2099-01-01T00:00:00Z' });
    assert.equal(await part(url), '%PDF-1.4', 'canceled, but paid until later');
    assert.equal((await owner.auth.admin.updateUserById(id, { ban_duration: '24h' })).error, null);
    assert.equal(await part(url), 'NoSuchKey', 'banned');
  });

  test('a file moves with its content between members and everyone', async () => {
    const { id, path } = await exclusive(server());
    const owner = service(server());
    const address = owner.storage.from('contents').getPublicUrl(path).data.publicUrl;
    const show = async (is_member_only: boolean) => {
      assert.equal((await owner.from('contents').update({ is_member_only }).eq('id', id)).error, null);
    };
    assert.equal(await part(address), 'NoSuchKey');
    await show(false);
    assert.equal(await part(address), '%PDF-1.4');
    const kept = await fetch(address);
    assert.equal(kept.headers.get('cache-control'), 'no-cache', 'a kept copy is asked about before each use');
    await show(true);
    const held = { headers: { 'if-none-match': kept.headers.get('etag') ?? '' } };
    assert.equal((await fetch(address, held)).status, 400, 'also for the holder of a copy');
    const listed = await visitor(server()).storage.from('contents').list('pdf');
    assert.ok(!listed.data?.some(({ name }) => path.endsWith(name)), 'no listing names it');
  });

  test('reading progress follows its member to another device', async () => {
    const { id: content_id } = await exclusive(server());
    const { client, id: user_id, email } = await subscriber(server());
    const rows = client.from('content_progress');
    for (const position of [3, 7]) {
      const kept = await rows.upsert(
        { content_id, user_id, position, progress: position * 10 },
        { onConflict: 'content_id,user_id' },
      );
      assert.equal(kept.error, null);
    }
    const other = visitor(server());
    await other.auth.signInWithPassword({ email, password });
    const found = await other.from('content_progress').select('position,progress,completed_at,contents(title)');
    assert.deepEqual(found.data, [{ position: 7, progress: 70, completed_at: null, contents: { title: 'Reservado' } }]);
    for (const stranger of [await subscriber(server()), await administrator(server()), await person(server())]) {
      const seen = await stranger.client.from('content_progress').select();
      assert.deepEqual(seen.data, [], stranger.email);
      const written = await stranger.client.from('content_progress').insert({ content_id, user_id, position: 1 });
      assert.equal(written.error?.code, '42501', stranger.email);
      const changed = await stranger.client
        .from('content_progress')
        .update({ position: 1 })
        .eq('user_id', user_id)
        .select();
      assert.deepEqual(changed.data ?? [], [], stranger.email);
    }
    assert.deepEqual((await visitor(server()).from('content_progress').select()).data ?? [], []);
  });

  test('only members write progress, and only valid values', async () => {
    const { id: content_id } = await exclusive(server());
    for (const without of [await person(server()), await administrator(server())]) {
      const own = await without.client
        .from('content_progress')
        .insert({ content_id, user_id: without.id, position: 1 });
      assert.equal(own.error?.code, '42501', without.email);
    }
    const { client, id: user_id } = await subscriber(server());
    for (const wrong of [{ position: -1 }, { position: 1_000_001 }, { progress: 101 }, { progress: -1 }]) {
      const kept = await client.from('content_progress').insert({ content_id, user_id, ...wrong });
      assert.equal(kept.error?.code, '23514', JSON.stringify(wrong));
    }
    const nothing = await client.from('content_progress').insert({ content_id: randomUUID(), user_id });
    assert.equal(nothing.error?.code, '23503');
    assert.equal((await client.from('content_progress').insert({ content_id, user_id })).error, null);
    await service(server()).from('subscribers').update({ status: 'unpaid' }).eq('user_id', user_id);
    const late = await client.from('content_progress').update({ position: 5 }).eq('content_id', content_id).select();
    assert.deepEqual(late.data ?? [], [], 'who lost access keeps the row and writes no more');
    assert.equal((await client.from('content_progress').select('position')).data?.length, 1);
    assert.equal((await service(server()).from('contents').delete().eq('id', content_id)).error, null);
    assert.deepEqual((await client.from('content_progress').select()).data, [], 'it goes with its content');
  });
});
