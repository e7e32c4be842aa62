import { getClient } from './backend';

/** A link of this person to a file, or to a picture of that width, which opens it for some seconds, also where visitors may not read it. */
export async function signedLink(bucket: string, key: string, seconds: number, width?: number): Promise<string> {
  const client = await getClient();
  const options = width === undefined ? {} : { transform: { width } };
  const { data, error } = await client.storage.from(bucket).createSignedUrl(key, seconds, options);
  if (error) throw error;
  // By path on the page's own origin: the server may have two host names, and the policy allows only one.
  const { pathname, search } = new URL(data.signedUrl);
  return pathname + search;
}

/** The same where somebody is signed in and may read the file; undefined otherwise. */
export async function linkOfReader(
  bucket: string,
  key: string,
  seconds: number,
  width?: number,
): Promise<string | undefined> {
  const { data } = await (await getClient()).auth.getSession();
  if (!data.session) return undefined;
  // A file that is not there, or is closed to this person, too, has no link.
  return signedLink(bucket, key, seconds, width).catch(() => undefined);
}
