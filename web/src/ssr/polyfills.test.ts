import { afterEach, expect, test, vi } from 'vitest';

const native = { URL, URLSearchParams, Headers, Response, AbortSignal, AbortController, TextEncoder, TextDecoder };
const rest = { fetch, setTimeout, clearTimeout, console };

const PARTS = ['href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;
const partsOf = (url: URL) => Object.fromEntries(PARTS.map((part) => [part, url[part]]));

/** The Rust side, implemented with Node's own parser. */
const fetched = vi.fn(async (_url: string, _method: string, _headers: [string, string][]) => ({
  status: 206,
  headers: [['Content-Range', '0-1/7']],
  body: '[1,2]',
}));
const host = {
  log: vi.fn(),
  sleep: async () => {},
  urlParse: (url: string, base?: string) =>
    native.URL.canParse(url, base) ? partsOf(new native.URL(url, base)) : undefined,
  urlSet: (href: string, part: (typeof PARTS)[number], value: string) => {
    const url = new native.URL(href);
    if (part !== 'origin') url[part] = value;
    return partsOf(url);
  },
  utf8Encode: (text: string) => new native.TextEncoder().encode(text),
  utf8Decode: (bytes: number[]) => new native.TextDecoder().decode(Uint8Array.from(bytes)),
  fetch: fetched,
};

/** Runs with the engine's classes in place of Node's. */
async function inEngine<T>(run: () => T | Promise<T>): Promise<T> {
  vi.resetModules();
  Object.assign(globalThis, { __host: host });
  await import('./polyfills');
  return run();
}

afterEach(() => {
  Object.assign(globalThis, native, rest);
  Reflect.deleteProperty(globalThis, '__host');
});

test('query strings are read and written as browsers do', async () => {
  const queries = [
    'a=1&b=2&a=3',
    '?busca=ol%C3%A1+mundo',
    'a',
    '=x',
    'a=b=c',
    '&&',
    'bad=%E0%A4%A&ok=%zz',
    "x=!'()~*-._ ",
  ];
  const read = (query: string) => {
    const params = new URLSearchParams(query);
    return [[...params], params.toString(), params.get('a'), params.getAll('a'), params.has('b'), params.size];
  };
  const expected = queries.map(read);
  expect(await inEngine(() => queries.map(read))).toEqual(expected);
});

test('query parameters change the URL they belong to', async () => {
  const change = () => {
    const url = new URL('https://a.test:8443/b/../c?x=1&y=2&x=3#z');
    url.searchParams.append('select', 'id,category(name)');
    url.searchParams.set('x', 'é & ç');
    url.searchParams.delete('y');
    const after = [url.href, url.searchParams.toString()];
    url.search = '?n=1';
    url.pathname = '/d e';
    return [...after, url.toString(), JSON.stringify(url), url.searchParams.get('n'), new URL('../q', url).href];
  };
  const expected = change();
  expect(await inEngine(change)).toEqual(expected);
  await inEngine(() => expect(() => new URL('not a url')).toThrow(TypeError));
});

test('headers ignore case and join repeated values', async () => {
  const use = () => {
    const headers = new Headers({ Accept: 'a', 'X-B': ' b ' });
    headers.append('accept', 'c');
    headers.set('x-d', '1');
    headers.delete('X-D');
    const copy = new Headers(headers);
    return [[...copy], copy.get('ACCEPT'), copy.has('x-d'), copy.get('none')];
  };
  const expected = use();
  expect(await inEngine(use)).toEqual(expected);
});

test('fetch goes to the host and returns a response', async () => {
  await inEngine(async () => {
    const answer = await fetch('/rest/v1/contents?select=id', { headers: { Prefer: 'count=exact' } });
    expect(fetched).toHaveBeenLastCalledWith('/rest/v1/contents?select=id', 'GET', [['prefer', 'count=exact']], '');
    expect([answer.ok, answer.status, answer.headers.get('content-range')]).toEqual([true, 206, '0-1/7']);
    expect(await answer.json()).toEqual([1, 2]);
  });
});

test('a fetch hands its method and body to the host', async () => {
  await inEngine(async () => {
    await fetch('/rest/v1/contacts', { method: 'post', body: '{"name":"Ana"}' });
    expect(fetched).toHaveBeenLastCalledWith('/rest/v1/contacts', 'POST', [], '{"name":"Ana"}');
  });
});

test('an aborted fetch is not sent', async () => {
  fetched.mockClear();
  await inEngine(async () => {
    const controller = new AbortController();
    const onAbort = vi.fn();
    controller.signal.addEventListener('abort', onAbort);
    controller.abort();
    controller.abort();
    expect(onAbort).toHaveBeenCalledTimes(1);
    await expect(fetch('/x', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
  expect(fetched).not.toHaveBeenCalled();
});

test('a timer fires unless cleared and logs its exceptions', async () => {
  const fired = await inEngine(async () => {
    const fired: string[] = [];
    const cleared = setTimeout(() => fired.push('cleared'), 1);
    clearTimeout(cleared);
    await new Promise((resolve) => setTimeout(resolve, 1, fired.push('kept')));
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        throw new Error('in a timer');
      });
      host.log.mockImplementationOnce(() => resolve());
    });
    return fired;
  });
  expect(fired).toEqual(['kept']);
  expect(host.log).toHaveBeenCalledWith('error', expect.stringContaining('in a timer'));
});

test('without a host the native URL is kept', async () => {
  vi.resetModules();
  await import('./polyfills');
  expect(globalThis.URL).toBe(native.URL);
});
