/** The functions of the Rust side (crates/pages/src/host.rs) for the embedded engine. */

export interface UrlParts {
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

export interface Answer {
  status: number;
  headers: [string, string][];
  body: string;
}

export interface Host {
  log(level: string, text: string): void;
  sleep(milliseconds: number): Promise<void>;
  /** Undefined when the text is not a URL. */
  urlParse(url: string, base?: string): UrlParts | undefined;
  /** The URL with one part replaced; an invalid value changes nothing. */
  urlSet(href: string, part: string, value: string): UrlParts;
  utf8Encode(text: string): Uint8Array;
  utf8Decode(bytes: number[]): string;
  fetch(url: string, method: string, headers: [string, string][], body: string): Promise<Answer>;
}

export type Pairs = Iterable<readonly [string, string]>;
