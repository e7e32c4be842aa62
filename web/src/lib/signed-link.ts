import { getClient } from './backend';

/** A link of this person to a file, which opens it for some seconds, also where visitors may not read it. */
export async function signedLink(bucket: string, key: string, seconds: number): Promise<string> {
  const client = await getClient();
  const { data, error } = await client.storage.from(bucket).createSignedUrl(key, seconds);
  if (error) throw error;
  // By path on the page's own origin: the server may have two host names, and the policy allows only one.
  const { pathname, search } = new URL(data.signedUrl);
  return pathname + search;
}
