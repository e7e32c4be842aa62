/** Uploaded files opened at their own address: no script in them runs on the site. */
import type { Page } from '@playwright/test';
import { byService, serviceHeaders } from './accounts.ts';
import { expect, openAsAdmin, test } from './fixtures.ts';
import type { Server } from './server.ts';

const SCRIPT = "document.title='ran';new Image().src='/ran?'+Object.keys(localStorage)";
const PAGE = `<!doctype html><body><script>${SCRIPT}</script><img src=x onerror="${SCRIPT}">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`;
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');
const PDF = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
`,
);

/** Bytes followed by HTML. */
const withPage = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(PAGE)]);

interface Sample {
  key: string;
  /** Type that the sender declares. The file is refused where `isTaken` is false. */
  type?: string;
  bytes: Buffer | string;
  isTaken: boolean;
}

const SAMPLES: Sample[] = [
  { key: 'a.png', type: 'image/png', bytes: withPage(PNG), isTaken: true },
  { key: 'b.html', type: 'image/png;x=1', bytes: withPage(PNG), isTaken: true },
  { key: 'c.html', type: 'IMAGE/GIF', bytes: withPage(GIF), isTaken: true },
  { key: 'd.html', type: 'text/plain', bytes: PAGE, isTaken: true },
  { key: 'e.html', type: 'application/octet-stream', bytes: PAGE, isTaken: true },
  { key: 'f.svg', type: 'application/octet-stream', bytes: SVG, isTaken: true },
  { key: 'g.xhtml', type: 'text/plain', bytes: XHTML, isTaken: true },
  { key: 'h.json', type: 'application/json', bytes: PAGE, isTaken: true },
  { key: 'i.pdf', type: 'application/pdf', bytes: withPage(PDF), isTaken: true },
  { key: 'j.html', bytes: withPage(PNG), isTaken: true },
  { key: 'k.png', type: 'image/png;x=1, text/html', bytes: withPage(PNG), isTaken: false },
  { key: 'l.png', type: 'text/html', bytes: PAGE, isTaken: false },
  { key: 'm.svg', type: 'image/svg+xml', bytes: SVG, isTaken: false },
  { key: 'n.xhtml', type: 'application/xhtml+xml', bytes: XHTML, isTaken: false },
  { key: 'o.xml', type: 'text/xml', bytes: XHTML, isTaken: false },
];

/** A public bucket without a restriction of types. */
const makeBucket = (server: Server, name: string) =>
  byService(server, 'POST', '/storage/v1/bucket', { id: name, name, public: true });

/** The routes by which a file is uploaded. */
const METHODS = ['post', 'put', 'form', 'link', 'resumable', 'copy'] as const;
type Method = (typeof METHODS)[number];

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function send(server: Server, method: Method, path: string, { type, bytes }: Sample): Promise<Response> {
  const storage = `${server.url}/storage/v1`;
  const caller = serviceHeaders(server);
  const typed = { ...caller, ...(type && { 'content-type': type }) };
  const body = new Uint8Array(Buffer.from(bytes));
  const json = (route: string, value: object) =>
    fetch(storage + route, {
      method: 'POST',
      headers: { ...caller, 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
  const [bucketId = '', destinationKey = ''] = path.split('/');
  switch (method) {
    case 'post':
      return fetch(`${storage}/object/${path}`, { method: 'POST', headers: typed, body });
    case 'put':
      return fetch(`${storage}/object/${path}`, { method: 'PUT', headers: typed, body });
    case 'form': {
      const form = new FormData();
      form.append('', new Blob([body], type ? { type } : {}));
      return fetch(`${storage}/object/${path}`, { method: 'POST', headers: caller, body: form });
    }
    case 'link': {
      const { url } = await (await json(`/object/upload/sign/${path}`, {})).json();
      return fetch(storage + url, { method: 'PUT', headers: type ? { 'content-type': type } : {}, body });
    }
    case 'resumable': {
      const said = { bucketName: bucketId, objectName: destinationKey, contentType: type ?? '' };
      const metadata = Object.entries(said).map(([name, text]) => `${name} ${base64(text)}`);
      const headers = {
        ...caller,
        'tus-resumable': '1.0.0',
        'upload-length': String(body.length),
        'upload-metadata': metadata.join(','),
        'content-type': 'application/offset+octet-stream',
      };
      return fetch(`${storage}/upload/resumable`, { method: 'POST', headers, body });
    }
    case 'copy': {
      const headers = { ...caller, 'content-type': 'application/octet-stream', 'x-upsert': 'true' };
      await fetch(`${storage}/object/${bucketId}/fonte`, { method: 'POST', headers, body });
      const metadata = { mimetype: type };
      return json('/object/copy', { bucketId, sourceKey: 'fonte', destinationKey, copyMetadata: false, metadata });
    }
  }
}

/** Uploads the sample; returns the addresses it may be opened at. */
async function upload(server: Server, bucket: string, method: Method, sample: Sample): Promise<string[]> {
  const path = `${bucket}/${method}-${sample.key}`;
  const answer = await send(server, method, path, sample);
  expect(answer.ok, `${path}: ${await answer.text()}`).toBe(sample.isTaken);
  if (!sample.isTaken) return [];
  const signed = await byService(server, 'POST', `/storage/v1/object/sign/${path}`, { expiresIn: 600 });
  const { signedURL } = await signed.json();
  return [`/storage/v1/object/public/${path}`, `/storage/v1${signedURL}`];
}

/** Opens an address; a download leaves the page where it was. */
async function open(page: Page, address: string): Promise<'shown' | 'downloaded'> {
  await page.goto('about:blank');
  return page.goto(address).then(
    () => 'shown' as const,
    (problem) => {
      expect(String(problem)).toMatch(/Download is starting|ERR_ABORTED/);
      return 'downloaded' as const;
    },
  );
}

test('files opened by an administrator run no script', async ({ page, server, complaints }) => {
  await makeBucket(server, 'provas');
  const addresses: string[] = [];
  for (const method of METHODS) {
    for (const sample of SAMPLES) addresses.push(...(await upload(server, 'provas', method, sample)));
  }
  await test.step('the same page, served as one, would run', async () => {
    await page.route('**/controle', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.goto('/controle');
    await expect(page).toHaveTitle('ran');
    // Its requests were refused.
    complaints.splice(0);
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openAsAdmin(page);
  const session = await page.evaluate(() => Object.keys(localStorage).join());
  expect(session, 'a session is there to be read').toContain('auth-token');

  for (const address of addresses) {
    const became = await open(page, address);
    const isPicture = /-(a\.png|b\.html|c\.html|j\.html)/.test(address);
    if (isPicture) expect(became, address).toBe('shown');
    if (/-(d\.html|e\.html|f\.svg|g\.xhtml|h\.json)/.test(address)) expect(became, address).toBe('downloaded');
    if (became === 'shown') {
      expect(await page.title(), address).not.toBe('ran');
      const readable = await page.evaluate(() => {
        try {
          return Object.keys(localStorage).join();
        } catch {
          return 'closed';
        }
      });
      // A sandboxed document has an opaque origin without storage.
      if (isPicture) expect(readable, address).toBe('closed');
    }
  }
  expect(asked.filter((url) => url.includes('/ran'))).toEqual([]);

  await test.step('pages still show them as pictures', async () => {
    await page.goto('/');
    const width = await page.evaluate(async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      return picture.naturalWidth;
    }, addresses[0] ?? '');
    expect(width).toBe(1);
  });
  // Chromium reports blocked scripts, which is what is tested.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((text) => !/sandbox|Content Security Policy/.test(text)),
  );
});
