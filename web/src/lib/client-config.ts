/** The public configuration of this server; requested once. */
export interface ClientConfig {
  /** The public origin, without a slash at the end, also where the page was opened under another name of the machine. */
  supabaseUrl: string;
  anonKey: string;
  /** The key that browsers subscribe to messages with. */
  pushKey: string;
}

let asked: Promise<ClientConfig> | undefined;

/** Returns the configuration of the server. After a failure the next call requests it again. */
export function clientConfig(): Promise<ClientConfig> {
  asked ??= fetchJson<ClientConfig>('/config.json').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** JSON from this server outside the data service, such as the owner's texts under /content. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}
