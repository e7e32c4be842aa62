/** Resumable uploads by the real `tus-js-client`, with the options of users of hosted storage. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { onEachDatabase } from './databases.ts';
import { administrator, person, service, visitor } from './people.ts';
import type { Server } from './server.ts';

const MEBIBYTE = 1024 * 1024;
/** The size that hosted storage requires of every chunk but the last. */
const CHUNK = 6 * MEBIBYTE;

/** The header of a video, followed by noise. */
function film(mebibytes: number): Buffer {
  const bytes = Buffer.alloc(mebibytes * MEBIBYTE);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE((at * 2654435761) % 4294967296, at);
  bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');
  return bytes;
}

interface Sending {
  server: Server;
  /** An access token or key. */
  token: string;
  file: string;
  bytes: Buffer;
  options?: Partial<UploadOptions>;
}

/** An upload as one promise. */
function sending({ server, token, file, bytes, options }: Sending): { upload: Upload; done: Promise<void> } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const [bucketName = '', ...key] = file.split('/');
  const upload = new Upload(bytes, {
    endpoint: `${server.url}/storage/v1/upload/resumable`,
    headers: { authorization: `Bearer ${token}`, 'x-upsert': 'false' },
    chunkSize: CHUNK,
    retryDelays: [0, 10, 50, 100, 500, 1000, 2000],
    uploadDataDuringCreation: true,
    metadata: { bucketName, objectName: key.join('/'), contentType: 'video/mp4', cacheControl: '3600' },
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  return { upload, done: promise };
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** The bytes as served. */
async function stored(client: SupabaseClient, key: string): Promise<Buffer> {
  const read = await client.storage.from('contents').download(key);
  return Buffer.from((await read.data?.arrayBuffer()) ?? new ArrayBuffer(0));
}

function refusal(error: unknown): [number | undefined, string | undefined] {
  assert.ok(error instanceof DetailedError, String(error));
  return [error.originalResponse?.getStatus(), error.originalResponse?.getHeader('x-sb-error-code')];
}

onEachDatabase('resumable uploads', (server) => {
  test('a film in chunks arrives whole, at a public address', async () => {
    const { client } = await administrator(server());
    const bytes = film(14);
    const token = await tokenOf(client);
    const { upload, done } = sending({ server: server(), token, file: 'contents/video/inteiro.mp4', bytes });
    upload.start();
    await done;
    assert.ok(upload.url?.startsWith(`${server().url}/storage/v1/upload/resumable/`), upload.url ?? '');
    assert.equal(bytes.compare(await stored(client, 'video/inteiro.mp4')), 0);
    const info = await client.storage.from('contents').info('video/inteiro.mp4');
    assert.deepEqual([info.data?.contentType, info.data?.cacheControl], ['video/mp4', 'max-age=3600']);
    const again = sending({
      server: server(),
      token,
      file: 'contents/video/inteiro.mp4',
      bytes,
      options: { retryDelays: null },
    });
    again.upload.start();
    assert.deepEqual(refusal(await again.done.catch((error) => error)), [409, 'KeyAlreadyExists']);
  });

  test('a stopped upload is resumed by another client', async () => {
    const { client } = await administrator(server());
    const bytes = film(20);
    const token = await tokenOf(client);
    const accepted = Promise.withResolvers<void>();
    const first = sending({
      server: server(),
      token,
      file: 'contents/video/parado.mp4',
      bytes,
      options: { onChunkComplete: () => accepted.resolve() },
    });
    first.upload.start();
    await accepted.promise;
    await first.upload.abort();
    const sent: number[] = [];
    const second = sending({
      server: server(),
      token,
      file: 'contents/video/parado.mp4',
      bytes,
      options: { uploadUrl: first.upload.url, onChunkComplete: (_, total) => sent.push(total) },
    });
    second.upload.start();
    await second.done;
    assert.equal(sent.at(-1), bytes.length);
    assert.ok((sent[0] ?? 0) > CHUNK, 'the first chunk was not sent twice');
    assert.equal(bytes.compare(await stored(client, 'video/parado.mp4')), 0);
  });

  test('a server killed within a chunk costs one chunk', async () => {
    const { client } = await administrator(server());
    const bytes = film(32);
    const token = await tokenOf(client);
    let restarted: Promise<void> | undefined;
    const { upload, done } = sending({
      server: server(),
      token,
      file: 'contents/video/morto.mp4',
      bytes,
      options: {
        // In the middle of the third chunk.
        onProgress: (sent) => {
          if (sent > 2 * CHUNK + MEBIBYTE) restarted ??= server().killAndRestart();
        },
        retryDelays: [100, 200, 500, 1000, 2000, 3000, 5000, 5000],
      },
    });
    upload.start();
    await done;
    assert.ok(restarted, 'the server was killed');
    await restarted;
    assert.equal(bytes.compare(await stored(client, 'video/morto.mp4')), 0);
  });

  test('an upload resumes after a connection broken within a chunk', async () => {
    const { client } = await administrator(server());
    const bytes = film(4);
    const headers = { authorization: `Bearer ${await tokenOf(client)}`, 'tus-resumable': '1.0.0' };
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const begun = await fetch(`${server().url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': `bucketName ${base64('contents')},objectName ${base64('video/cortado.mp4')}`,
      },
    });
    assert.equal(begun.status, 201);
    const place = begun.headers.get('location') ?? '';
    const half = bytes.length / 2;
    const { hostname, port, pathname } = new URL(place);
    const line = connect(Number(port), hostname);
    const said = {
      ...headers,
      host: hostname,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    };
    const lines = Object.entries(said).map(([name, value]) => `${name}: ${value}\r\n`);
    line.write(`PATCH ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    line.end(bytes.subarray(0, half));
    line.resume();
    await once(line, 'close');
    let stands = 0;
    // The server notices the broken connection later; each poll is a whole request.
    for (let looks = 0; stands === 0 && looks < 1000; looks += 1) {
      const head = await fetch(place, { method: 'HEAD', headers });
      stands = Number(head.headers.get('upload-offset'));
    }
    assert.equal(stands, half);
    const { upload, done } = sending({
      server: server(),
      token: await tokenOf(client),
      file: 'contents/video/cortado.mp4',
      bytes,
      options: { uploadUrl: place },
    });
    upload.start();
    await done;
    assert.equal(bytes.compare(await stored(client, 'video/cortado.mp4')), 0);
  });

  test('other callers, false sizes and large files are refused', async () => {
    const someone = await person(server());
    const token = await tokenOf(someone.client);
    const refused = async (sent: Omit<Sending, 'server'>) => {
      const { upload, done } = sending({ server: server(), ...sent, options: { retryDelays: null, ...sent.options } });
      upload.start();
      return refusal(await done.catch((error) => error));
    };
    const bytes = film(1);
    assert.deepEqual(await refused({ token, file: 'contents/video/a.mp4', bytes }), [403, 'AccessDenied']);
    assert.deepEqual(await refused({ token: server().keys.anon, file: 'contents/a.mp4', bytes }), [
      403,
      'AccessDenied',
    ]);
    const avatar = (contentType: string) => ({
      metadata: { bucketName: 'avatars', objectName: `${someone.id}/eu.png`, contentType, cacheControl: '60' },
    });
    const file = 'avatars/eu.png';
    assert.deepEqual(await refused({ token, file, bytes: film(6), options: avatar('image/png') }), [
      413,
      'EntityTooLarge',
    ]);
    assert.deepEqual(await refused({ token, file, bytes, options: avatar('video/mp4') }), [415, 'InvalidMimeType']);
    assert.deepEqual(await refused({ token, file, bytes, options: avatar('image/png') }), [415, 'InvalidMimeType']);
  });

  test('a signed link uploads its file; a terminated upload is gone', async () => {
    const owner = service(server()).storage.from('contents');
    const ticket = await owner.createSignedUploadUrl('video/bilhete.mp4');
    const bytes = film(7);
    const signed = sending({
      server: server(),
      token: '',
      file: 'contents/video/bilhete.mp4',
      bytes,
      options: {
        endpoint: `${server().url}/storage/v1/upload/resumable/sign`,
        headers: { 'x-signature': ticket.data?.token ?? '' },
      },
    });
    signed.upload.start();
    await signed.done;
    assert.equal((await owner.exists('video/bilhete.mp4')).data, true);

    const { client } = await administrator(server());
    const token = await tokenOf(client);
    const accepted = Promise.withResolvers<void>();
    const stopped = sending({
      server: server(),
      token,
      file: 'contents/video/desistido.mp4',
      bytes: film(20),
      options: { onChunkComplete: () => accepted.resolve() },
    });
    stopped.upload.start();
    await accepted.promise;
    await stopped.upload.abort(true);
    const head = await fetch(stopped.upload.url ?? `${server().url}/storage/v1/upload/resumable/x`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` },
    });
    assert.equal(head.status, 404);
    const seen = await visitor(server()).storage.from('contents').exists('video/desistido.mp4');
    assert.equal(seen.data, false);
  });
});
