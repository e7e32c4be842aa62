/** `URL` and `URLSearchParams` for the embedded engine; parsing is the host's. */
import type { Host, Pairs, UrlParts } from './host';

/** The two classes, bound to the host. */
export function urlClasses(host: Host) {
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
    /** Notifies the URL these belong to. */
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

  return { URL: Address, URLSearchParams: SearchParams };
}
