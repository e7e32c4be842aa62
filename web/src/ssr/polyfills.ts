/**
 * What the embedded engine lacks and the application uses: URLs, headers, fetch, abort signals, timers, text encoding and
 * a console. Each does only what rendering needs. The Rust side (crates/pages/src/host.rs) parses URLs, encodes text and
 * answers fetches in memory. Where no such host is, in Node, nothing is replaced.
 */

interface UrlParts {
  href: string;
  origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
}

interface Answer {
  status: number;
  headers: [string, string][];
  body: string;
}

interface Host {
  log(level: string, text: string): void;
  sleep(milliseconds: number): Promise<void>;
  /** Undefined when the text is not a URL. */
  urlParse(url: string, base?: string): UrlParts | undefined;
  /** The URL with one part replaced; a value that does not fit changes nothing. */
  urlSet(href: string, part: string, value: string): UrlParts;
  utf8Encode(text: string): Uint8Array;
  utf8Decode(bytes: number[]): string;
  fetch(url: string, method: string, headers: [string, string][]): Promise<Answer>;
}

function install(host: Host) {
  type Pairs = Iterable<readonly [string, string]>;

  const decode = (text: string) =>
    text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      const bytes = run.slice(1).split('%');
      return host.utf8Decode(bytes.map((hex) => Number.parseInt(hex, 16)));
    });
  const encode = (text: string) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+');

  class SearchParams {
    #pairs: [string, string][];
    /** Tells the URL these belong to. */
    #changed: (query: string) => void = () => {};

    constructor(init: string | Pairs | Record<string, string> = '', changed?: (query: string) => void) {
      if (typeof init === 'string') {
        const parts = init.replace(/^\?/, '').split('&').filter(Boolean);
        this.#pairs = parts.map((part) => {
          const at = part.indexOf('=');
          return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
        });
      } else {
        const pairs = Symbol.iterator in init ? (init as Pairs) : Object.entries(init);
        this.#pairs = Array.from(pairs, ([name, value]) => [String(name), String(value)]);
      }
      if (changed) this.#changed = changed;
    }
    #update(pairs: [string, string][]) {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    append(name: string, value: string) {
      this.#update([...this.#pairs, [name, String(value)]]);
    }
    delete(name: string) {
      this.#update(this.#pairs.filter((pair) => pair[0] !== name));
    }
    get(name: string) {
      return this.#pairs.find((pair) => pair[0] === name)?.[1] ?? null;
    }
    getAll(name: string) {
      return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    }
    has(name: string) {
      return this.#pairs.some((pair) => pair[0] === name);
    }
    set(name: string, value: string) {
      const at = this.#pairs.findIndex((pair) => pair[0] === name);
      if (at < 0) return this.append(name, value);
      const others = this.#pairs.filter((pair, index) => index <= at || pair[0] !== name);
      this.#update(others.with(at, [name, String(value)]));
    }
    sort() {
      this.#update(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
    }
    forEach(each: (value: string, name: string) => void) {
      for (const [name, value] of this.#pairs) each(value, name);
    }
    keys() {
      return this.#pairs.map((pair) => pair[0]).values();
    }
    values() {
      return this.#pairs.map((pair) => pair[1]).values();
    }
    entries() {
      return this.#pairs.values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    }
  }

  class Address {
    #parts: UrlParts;
    #searchParams: SearchParams | undefined;

    constructor(url: string | Address, base?: string | Address) {
      const parts = host.urlParse(String(url), base === undefined ? undefined : String(base));
      if (!parts) throw new TypeError(`Invalid URL: ${url}`);
      this.#parts = parts;
    }
    static canParse(url: string, base?: string) {
      return host.urlParse(url, base) !== undefined;
    }
    static part(name: keyof UrlParts): PropertyDescriptor {
      return {
        enumerable: true,
        configurable: true,
        get(this: Address) {
          return this.#parts[name];
        },
        set(this: Address, value: string) {
          if (name === 'origin') return;
          this.#parts = host.urlSet(this.#parts.href, name, String(value));
          this.#searchParams = undefined;
        },
      };
    }
    get searchParams() {
      this.#searchParams ??= new SearchParams(this.#parts.search, (query) => {
        this.#parts = host.urlSet(this.#parts.href, 'search', query);
      });
      return this.#searchParams;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }
  const partNames: (keyof UrlParts)[] = [
    ...(['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port'] as const),
    ...(['pathname', 'search', 'hash'] as const),
  ];
  for (const name of partNames) Object.defineProperty(Address.prototype, name, Address.part(name));

  class HeaderList {
    #values = new Map<string, string>();

    constructor(init: HeaderList | Pairs | Record<string, string> = {}) {
      const pairs = Symbol.iterator in init ? (init as Pairs) : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
    append(name: string, value: string) {
      const present = this.get(name);
      this.set(name, present === null ? value : `${present}, ${value}`);
    }
    delete(name: string) {
      this.#values.delete(name.toLowerCase());
    }
    get(name: string) {
      return this.#values.get(name.toLowerCase()) ?? null;
    }
    has(name: string) {
      return this.#values.has(name.toLowerCase());
    }
    set(name: string, value: string) {
      this.#values.set(name.toLowerCase(), String(value).trim());
    }
    forEach(each: (value: string, name: string) => void) {
      for (const [name, value] of this) each(value, name);
    }
    keys() {
      return [...this.#values.keys()].sort().values();
    }
    *entries(): Generator<[string, string]> {
      for (const name of this.keys()) yield [name, this.#values.get(name) ?? ''];
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  }

  class Reply {
    readonly status: number;
    readonly statusText = '';
    readonly headers: HeaderList;
    readonly #body: string;

    constructor(body: string | null = null, init: { status?: number; headers?: Pairs | Record<string, string> } = {}) {
      this.#body = body ?? '';
      this.status = init.status ?? 200;
      this.headers = new HeaderList(init.headers);
    }
    get ok() {
      return this.status >= 200 && this.status < 300;
    }
    async text() {
      return this.#body;
    }
    async json(): Promise<unknown> {
      return JSON.parse(this.#body);
    }
  }

  const named = (name: string, message: string) => Object.assign(new Error(message), { name });

  class Signal {
    aborted = false;
    reason: unknown;
    onabort: (() => void) | null = null;
    readonly #listeners = new Set<() => void>();

    addEventListener(_type: 'abort', listener: () => void) {
      this.#listeners.add(listener);
    }
    removeEventListener(_type: 'abort', listener: () => void) {
      this.#listeners.delete(listener);
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
    abort(reason: unknown) {
      if (this.aborted) return;
      this.aborted = true;
      this.reason = reason;
      this.onabort?.();
      for (const listener of this.#listeners) listener();
      this.#listeners.clear();
    }
  }

  class Controller {
    readonly signal = new Signal();
    abort(reason: unknown = named('AbortError', 'The operation was aborted')) {
      this.signal.abort(reason);
    }
  }

  interface FetchOptions {
    method?: string;
    headers?: Pairs | Record<string, string>;
    signal?: Signal | null;
  }

  /** Reads from this same process. A signal is looked at before and after, it does not cancel what is under way. */
  async function fetch(input: unknown, { method = 'GET', headers = {}, signal }: FetchOptions = {}) {
    signal?.throwIfAborted();
    const answer = await host.fetch(String(input), method.toUpperCase(), [...new HeaderList(headers)]);
    signal?.throwIfAborted();
    return new Reply(answer.body, answer);
  }

  const describe = (value: unknown) => {
    if (value instanceof Error) return `${value}\n${value.stack ?? ''}`;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const say =
    (level: string) =>
    (...values: unknown[]) =>
      host.log(level, values.map(describe).join(' '));

  let timers = 0;
  const waiting = new Set<number>();
  function setTimeout(run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) {
    timers += 1;
    const timer = timers;
    waiting.add(timer);
    const fire = () => {
      if (waiting.delete(timer)) run(...values);
    };
    host.sleep(milliseconds).then(fire).catch(say('error'));
    return timer;
  }

  Object.assign(globalThis, {
    URL: Address,
    URLSearchParams: SearchParams,
    Headers: HeaderList,
    Response: Reply,
    AbortSignal: Signal,
    AbortController: Controller,
    fetch,
    setTimeout,
    clearTimeout: (timer: number) => waiting.delete(timer),
    console: { debug: say('debug'), log: say('info'), info: say('info'), warn: say('warn'), error: say('error') },
    TextEncoder: class {
      encode(text = '') {
        return host.utf8Encode(text);
      }
    },
    TextDecoder: class {
      decode(bytes = new Uint8Array()) {
        return host.utf8Decode([...bytes]);
      }
    },
  });
}

const { __host } = globalThis as { __host?: Host };
if (__host) install(__host);

export {};
