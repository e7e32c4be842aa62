import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { onEachDatabase } from './databases.ts';
import { administrator, person, service, subscriber, visitor } from './people.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image = () => new Blob([png], { type: 'image/png' });
/** A grey PNG of that size. */
function grey(width: number, height: number): Blob {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  // Each row begins with its filter type: none.
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 0x80)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return new Blob([Buffer.concat(parts)], { type: 'image/png' });
}
/** Width and height from a PNG's header. */
const sizeOf = (bytes: ArrayBuffer) => [Buffer.from(bytes).readUInt32BE(16), Buffer.from(bytes).readUInt32BE(20)];
const pdf = (text: string) => new Blob([`%PDF-1.4\n${text}\n%%EOF`], { type: 'application/pdf' });

onEachDatabase('storage', (server) => {
  test('an administrator uploads once, and everyone reads it', async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    const sent = await files.upload('thumbnails/capa.png', image(), {
      cacheControl: '60',
      metadata: { origem: 'teste' },
    });
    assert.equal(sent.error, null);
    assert.equal(sent.data?.path, 'thumbnails/capa.png');
    const info = await files.info('thumbnails/capa.png');
    assert.equal(info.data?.cacheControl, 'max-age=60');
    assert.deepEqual(info.data?.metadata, { origem: 'teste' });
    const { data: address } = files.getPublicUrl('thumbnails/capa.png');
    const read = await fetch(address.publicUrl);
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), png);
    const again = await files.upload('thumbnails/capa.png', image());
    assert.equal((again.error as { statusCode?: string } | null)?.statusCode, '409');
    const replaced = await files.upload('thumbnails/capa.png', image(), { upsert: true });
    assert.equal(replaced.error, null);
    const missing = await files.update('thumbnails/nova.png', image());
    assert.equal(missing.error, null, 'update creates what is missing');
  });

  test('ranges and conditions are answered as players expect', async () => {
    const { client } = await administrator(server());
    await client.storage.from('contents').upload('thumbnails/faixa.png', image());
    const address = client.storage.from('contents').getPublicUrl('thumbnails/faixa.png').data.publicUrl;
    const part = await fetch(address, { headers: { range: 'bytes=0-7' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 0-7/${png.length}`);
    assert.equal((await part.arrayBuffer()).byteLength, 8);
    const tail = await fetch(address, { headers: { range: 'bytes=-4' } });
    assert.deepEqual(Buffer.from(await tail.arrayBuffer()), png.subarray(-4));
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    const same = await fetch(address, { headers: { 'if-none-match': etag } });
    assert.equal(same.status, 304);
  });

  test('without the role hidden and missing files look the same', async () => {
    const { client } = await administrator(server());
    await client.storage.from('contents').upload('pdf/rascunho.pdf', pdf('rascunho'));
    const someone = await person(server());
    for (const caller of [visitor(server()), someone.client]) {
      const files = caller.storage.from('contents');
      const sent = await files.upload('thumbnails/intrusa.png', image());
      assert.ok(sent.error);
      const hidden = await files.download('pdf/rascunho.pdf');
      const missing = await files.download('pdf/nao-existe.pdf');
      assert.ok(hidden.error && missing.error);
      assert.equal(hidden.error.message, missing.error.message);
      const removed = await files.remove(['pdf/rascunho.pdf']);
      assert.deepEqual(removed.data ?? [], []);
    }
    const still = await client.storage.from('contents').exists('pdf/rascunho.pdf');
    assert.equal(still.data, true);
    const none = await client.storage.from('contents').exists('pdf/nao-existe.pdf');
    assert.equal(none.data, false);
  });

  test('member-only files open to subscribers by signed links', async () => {
    const admin = await administrator(server());
    const files = admin.client.storage.from('contents');
    await files.upload('pdf/reservado.pdf', pdf('reservado'));
    const file_url = files.getPublicUrl('pdf/reservado.pdf').data.publicUrl;
    const row = { title: 'Arquivo', content_type: 'pdf', is_published: true, is_member_only: true, file_url };
    const made = await admin.client.from('contents').insert(row).select().single();
    assert.equal(made.error, null);
    assert.notEqual((await fetch(file_url)).status, 200);
    const reader = await subscriber(server());
    const signed = await reader.client.storage.from('contents').createSignedUrl('pdf/reservado.pdf', 60);
    assert.equal(signed.error, null);
    const read = await fetch(signed.data?.signedUrl ?? '');
    assert.equal(read.status, 200);
    assert.match(await read.text(), /reservado/);
    const stranger = await person(server());
    const refused = await stranger.client.storage.from('contents').createSignedUrl('pdf/reservado.pdf', 60);
    assert.ok(refused.error);
    await admin.client.from('contents').update({ is_member_only: false }).eq('id', made.data.id).throwOnError();
    assert.equal((await fetch(file_url)).status, 200, 'made public, it is readable at once');
    await admin.client.from('contents').delete().eq('id', made.data.id).throwOnError();
    // The file is removed after the commit; each poll is a whole request.
    let left = true;
    for (let looks = 0; left && looks < 200; looks += 1) left = (await files.exists('pdf/reservado.pdf')).data;
    assert.equal(left, false, 'the file goes with its content');
  });

  test('a picture comes in the size asked for, by every address', async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    assert.equal((await files.upload('thumbnails/grande.png', grey(800, 400))).error, null);
    const { publicUrl } = files.getPublicUrl('thumbnails/grande.png', {
      transform: { width: 320, format: 'origin' },
    }).data;
    const open = await fetch(publicUrl);
    assert.equal(open.status, 200);
    assert.deepEqual(sizeOf(await open.arrayBuffer()), [320, 160]);
    const negotiated = files.getPublicUrl('thumbnails/grande.png', { transform: { width: 320 } }).data;
    for (const type of ['image/avif', 'image/webp']) {
      const answer = await fetch(negotiated.publicUrl, { headers: { accept: `${type},*/*` } });
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type]);
      assert.equal(answer.headers.get('vary')?.toLowerCase().includes('accept'), true);
      await answer.arrayBuffer();
    }
    const transform = { width: 160, height: 160, resize: 'fill', format: 'origin', quality: 60 } as const;
    const signed = await files.createSignedUrl('thumbnails/grande.png', 60, { transform });
    const read = await fetch(signed.data?.signedUrl ?? '');
    assert.deepEqual(sizeOf(await read.arrayBuffer()), [160, 160]);
    const loaded = await files.download('thumbnails/grande.png', { transform: { width: 480, format: 'origin' } });
    assert.deepEqual(sizeOf((await loaded.data?.arrayBuffer()) ?? new ArrayBuffer(24)), [480, 240]);
    const odd = await files.download('thumbnails/grande.png', {
      transform: { width: 123, height: 45, format: 'origin' },
    });
    assert.deepEqual(sizeOf((await odd.data?.arrayBuffer()) ?? new ArrayBuffer(24)), [123, 45]);
    const huge = await files.download('thumbnails/grande.png', { transform: { width: 9999, format: 'origin' } });
    assert.deepEqual(sizeOf((await huge.data?.arrayBuffer()) ?? new ArrayBuffer(24)), [800, 400]);
    const negative = await files.download('thumbnails/grande.png', { transform: { width: -1 } });
    assert.match(negative.error?.message ?? '', /width must be/);
  });

  test("formats and transformations have the original's names", async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    assert.equal((await files.upload('thumbnails/formatos.png', grey(60, 30))).error, null);
    const { publicUrl } = files.getPublicUrl('thumbnails/formatos.png', { transform: { width: 31, quality: 33 } }).data;
    for (const format of ['avif', 'webp']) {
      const answer = await fetch(`${publicUrl}&format=${format}`, { headers: { accept: '*/*' } });
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, `image/${format}`]);
      const described = `width:31,resizing_type:fill,quality:33,format:${format}`;
      assert.equal(answer.headers.get('x-transformations'), described);
      await answer.arrayBuffer();
    }
  });

  test('a picture without a type is recognised by its bytes', async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    // The client sends bytes that are no Blob as text/plain.
    const bytes = new Uint8Array(await grey(60, 30).arrayBuffer());
    assert.equal((await files.upload('thumbnails/sem-tipo.png', bytes)).error, null);
    assert.equal((await files.info('thumbnails/sem-tipo.png')).data?.contentType, 'image/png');
    const made = await files.download('thumbnails/sem-tipo.png', { transform: { width: 20, format: 'origin' } });
    assert.deepEqual(sizeOf((await made.data?.arrayBuffer()) ?? new ArrayBuffer(24)), [20, 10]);
    // With a wrong checksum, from the original's own tests.
    const wrong = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+/p94AAAAASUVORK5CYII=';
    assert.equal((await files.upload('thumbnails/soma.png', Buffer.from(wrong, 'base64'))).error, null);
    const read = await files.download('thumbnails/soma.png', { transform: { width: 1, height: 1 } });
    assert.equal(read.error, null);
  });

  test("a copy keeps the metadata, or takes the caller's", async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    const metadata = { origem: 'teste' };
    await files.upload('thumbnails/fonte.png', image(), { cacheControl: '60', metadata });
    const known = async (path: string) => {
      const { data } = await files.info(path);
      return [data?.contentType, data?.cacheControl, data?.metadata];
    };
    assert.equal((await files.copy('thumbnails/fonte.png', 'thumbnails/c1.png')).error, null);
    assert.deepEqual(await known('thumbnails/c1.png'), ['image/png', 'max-age=60', metadata]);
    const named = { copyMetadata: false, metadata: { cacheControl: 'max-age=7' } } as const;
    assert.equal((await files.copy('thumbnails/fonte.png', 'thumbnails/c2.png', named)).error, null);
    assert.deepEqual(await known('thumbnails/c2.png'), ['image/png', 'max-age=7', {}]);
    const page = { copyMetadata: false, metadata: { mimetype: 'text/html' } } as const;
    const refused = await files.copy('thumbnails/fonte.png', 'thumbnails/c3.png', page);
    assert.equal((refused.error as { statusCode?: string } | null)?.statusCode, '415');
    const { data } = await client.auth.getSession();
    const own = await fetch(`${server().url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
        'x-metadata': Buffer.from(JSON.stringify({ autor: 'outra' })).toString('base64'),
      },
      body: JSON.stringify({
        bucketId: 'contents',
        sourceKey: 'thumbnails/fonte.png',
        destinationKey: 'thumbnails/c4.png',
        copyMetadata: false,
      }),
    });
    assert.equal(own.status, 200);
    assert.deepEqual(await known('thumbnails/c4.png'), ['image/png', 'max-age=60', { autor: 'outra' }]);
  });

  test('the service answers at its root, also for other origins', async () => {
    const base = `${server().url}/storage/v1`;
    const headers = { origin: 'https://outro.example' };
    for (const [path, status] of [
      ['/status', 200],
      ['/version', 200],
      ['/health', 200],
      ['/', 404],
    ] as const) {
      const answer = await fetch(base + path, { headers });
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', path);
      const text = await answer.text();
      if (path === '/') assert.equal(JSON.parse(text).code, 'NoRoute');
    }
    const asked = { ...headers, 'access-control-request-method': 'GET', 'access-control-request-headers': 'apikey' };
    const preflight = await fetch(`${base}/`, { method: 'OPTIONS', headers: asked });
    assert.equal(preflight.ok, true);
  });

  test('listings page through folders, buckets tell milliseconds', async () => {
    const owner = service(server());
    await owner.storage.from('contents').upload('thumbnails/pagina/um.png', image());
    const page = await owner.storage.from('contents').listV2({ prefix: 'thumbnails/pa', with_delimiter: true });
    const folder = page.data?.folders.find(({ name }) => name === 'thumbnails/pagina/');
    assert.equal(folder?.key, 'thumbnails/pagina');
    const { data } = await owner.storage.getBucket('avatars');
    assert.match(data?.created_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const head = await fetch(`${server().url}/storage/v1/object/info/public/contents/thumbnails/pagina/um.png`, {
      method: 'HEAD',
    });
    const file = await fetch(`${server().url}/storage/v1/object/public/contents/thumbnails/pagina/um.png`);
    assert.ok(head.headers.get('etag'));
    assert.equal(head.headers.get('etag'), file.headers.get('etag'));
  });

  test('checking the installation keeps a running upload', async () => {
    const { client } = await administrator(server());
    const { data } = await client.auth.getSession();
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'a');
    bytes.write('%PDF-1.7\n');
    const upload = request(`${server().url}/storage/v1/object/contents/files/pausada.pdf`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/pdf',
        'content-length': bytes.length,
      },
    });
    const answered = once(upload, 'response');
    await new Promise((sent) => upload.write(bytes.subarray(0, 14 * 1024 * 1024), sent));
    // Fails by its status where a test removed the bucket already.
    await server()
      .command('check')
      .catch(() => '');
    upload.end(bytes.subarray(14 * 1024 * 1024));
    const [answer] = (await answered) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    answer.resume();
    const read = await client.storage.from('contents').download('files/pausada.pdf');
    assert.equal(read.data?.size, bytes.length);
  });

  test('few avatars per account, listed by it, removed by a decision', async () => {
    const [{ client, id }, other, admin] = await Promise.all([
      person(server()),
      person(server()),
      administrator(server()),
    ]);
    const files = client.storage.from('avatars');
    for (const name of ['1', '2', '3']) assert.equal((await files.upload(`${id}/${name}.png`, image())).error, null);
    const fourth = await files.upload(`${id}/4.png`, image());
    assert.equal((fourth.error as { statusCode?: string } | null)?.statusCode, '413');
    assert.equal((await files.list(id)).data?.length, 3);
    for (const stranger of [other.client, visitor(server())]) {
      assert.deepEqual((await stranger.storage.from('avatars').list(id)).data, []);
      assert.deepEqual((await stranger.storage.from('avatars').list()).data, []);
      assert.deepEqual((await stranger.storage.from('avatars').listV2({ prefix: id })).data?.objects, []);
      assert.deepEqual((await stranger.storage.from('avatars').remove([`${id}/1.png`])).data ?? [], []);
    }
    const removed = await admin.client.storage.from('avatars').remove([`${id}/1.png`]);
    assert.deepEqual(removed.data ?? [], []);
    const decision = { user_id: id, decision: 'picture', reason: 'Não mostra uma pessoa.' };
    assert.equal((await admin.client.rpc('decide_moderation_case', decision)).error, null);
    assert.deepEqual((await files.list(id)).data, []);
    assert.equal((await files.upload(`${id}/4.png`, image())).error, null);
  });

  test('a thumbnail of a member-only file opens to subscribers only', async () => {
    const admin = await administrator(server());
    const files = admin.client.storage.from('contents');
    await files.upload('article/reservada.png', grey(400, 200));
    const file_url = files.getPublicUrl('article/reservada.png').data.publicUrl;
    const row = { title: 'Figura', content_type: 'article', is_published: true, is_member_only: true, file_url };
    const made = await admin.client.from('contents').insert(row).select().single();
    assert.equal(made.error, null);
    const transform = { width: 160, format: 'origin' } as const;
    const open = files.getPublicUrl('article/reservada.png', { transform }).data.publicUrl;
    assert.notEqual((await fetch(open)).status, 200);
    const reader = (await subscriber(server())).client.storage.from('contents');
    const read = await reader.download('article/reservada.png', { transform });
    assert.deepEqual(sizeOf((await read.data?.arrayBuffer()) ?? new ArrayBuffer(24)), [160, 80]);
    const stranger = (await person(server())).client.storage.from('contents');
    assert.ok((await stranger.download('article/reservada.png', { transform })).error);
    assert.ok((await stranger.createSignedUrl('article/reservada.png', 60, { transform })).error);
    await admin.client.from('contents').delete().eq('id', made.data.id).throwOnError();
  });

  test('a signed upload token allows a single upload of its file', async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    const ticket = await files.createSignedUploadUrl('thumbnails/por-bilhete.png');
    assert.equal(ticket.error, null);
    const token = ticket.data?.token ?? '';
    const guest = visitor(server()).storage.from('contents');
    const sent = await guest.uploadToSignedUrl('thumbnails/por-bilhete.png', token, image());
    assert.equal(sent.error, null);
    const twice = await guest.uploadToSignedUrl('thumbnails/por-bilhete.png', token, image());
    assert.ok(twice.error);
    const elsewhere = await guest.uploadToSignedUrl('thumbnails/outra.png', token, image());
    assert.ok(elsewhere.error);
    const asRead = await fetch(
      `${server().url}/storage/v1/object/sign/contents/thumbnails/por-bilhete.png?token=${token}`,
    );
    assert.equal(asRead.status, 400);
  });

  test('listing shows folders, moving and copying keep the bytes', async () => {
    const owner = service(server()).storage.from('contents');
    await owner.upload('thumbnails/pasta/um.png', image());
    await owner.upload('thumbnails/pasta/dois.png', image());
    const inside = await owner.list('thumbnails/pasta');
    assert.deepEqual(
      inside.data?.map((entry) => entry.name),
      ['dois.png', 'um.png'],
    );
    const above = await owner.list('thumbnails', { search: 'pas' });
    assert.deepEqual(
      above.data?.map((entry) => [entry.name, entry.id]),
      [['pasta', null]],
    );
    assert.equal((await owner.move('thumbnails/pasta/um.png', 'thumbnails/pasta/tres.png')).error, null);
    assert.equal((await owner.copy('thumbnails/pasta/tres.png', 'thumbnails/pasta/quatro.png')).error, null);
    const copied = await owner.download('thumbnails/pasta/quatro.png');
    assert.deepEqual(Buffer.from((await copied.data?.arrayBuffer()) ?? new ArrayBuffer(0)), png);
    const removed = await owner.remove(['thumbnails/pasta/tres.png', 'thumbnails/pasta/nada.png']);
    assert.equal(removed.data?.length, 1);
  });

  test("avatars lie in the person's folder, within the limit", async () => {
    const { client, id } = await person(server());
    const files = client.storage.from('avatars');
    assert.equal((await files.upload(`${id}/rosto.png`, image())).error, null);
    const elsewhere = await files.upload('00000000-0000-4000-8000-000000000000/rosto.png', image());
    assert.ok(elsewhere.error, "another person's folder");
    const large = new Blob([png, Buffer.alloc(6 * 1024 * 1024)], { type: 'image/png' });
    const refused = await files.upload(`${id}/grande.png`, large);
    assert.equal((refused.error as { statusCode?: string } | null)?.statusCode, '413');
    assert.equal((await files.exists(`${id}/grande.png`)).data, false);
  });

  test('wrong keys, types and buckets answer their codes', async () => {
    const { client } = await administrator(server());
    const files = client.storage.from('contents');
    const accented = await files.upload('thumbnails/ção.png', image());
    assert.match(accented.error?.message ?? '', /Invalid key/);
    const script = await files.upload('thumbnails/x.html', new Blob(['<script>1</script>'], { type: 'text/html' }));
    assert.equal((script.error as { statusCode?: string } | null)?.statusCode, '415');
    const lying = await files.upload('thumbnails/y.png', new Blob(['<html><script>1</script>'], { type: 'image/png' }));
    assert.ok(lying.error, 'the bytes decide, not the name');
    const nowhere = await client.storage.from('nenhum').upload('a.png', image());
    assert.equal((nowhere.error as { statusCode?: string } | null)?.statusCode, '404');
    const made = await client.storage.createBucket('novo');
    assert.ok(made.error, 'buckets are declared, not made at run time');
  });
});
