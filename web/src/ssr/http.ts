/** `Headers`, `Response`, abort signals and `fetch` for the embedded engine, as far as rendering needs them. */
import type { Host, Pairs } from './host';

export class HeaderList {
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

export class Reply {
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

export class Signal {
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

export class Controller {
  readonly signal = new Signal();
  abort(reason: unknown = named('AbortError', 'The operation was aborted')) {
    this.signal.abort(reason);
  }
}

interface FetchOptions {
  method?: string;
  headers?: Pairs | Record<string, string>;
  body?: string | null;
  signal?: Signal | null;
}

/**
 * `fetch` into this process, which lets only a posted form write. The signal is checked before and after; it does not
 * cancel a request.
 */
export const fetchThrough =
  (host: Host) =>
  async (input: unknown, { method = 'GET', headers = {}, body, signal }: FetchOptions = {}) => {
    signal?.throwIfAborted();
    const answer = await host.fetch(String(input), method.toUpperCase(), [...new HeaderList(headers)], body ?? '');
    signal?.throwIfAborted();
    return new Reply(answer.body, answer);
  };
