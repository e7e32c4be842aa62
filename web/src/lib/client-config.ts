/** What this server tells every client before anything else; asked for once. */
import { fetchJson } from './http';

export interface ClientConfig {
  /** The public origin, without a slash at the end: also where the page was opened under another name of the machine. */
  supabaseUrl: string;
  anonKey: string;
}

let asked: Promise<ClientConfig> | undefined;

/** A failed try is forgotten: the next caller asks again. */
export function clientConfig(): Promise<ClientConfig> {
  asked ??= fetchJson<ClientConfig>('/config.json').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
