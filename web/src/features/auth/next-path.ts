/**
 * Where to go after signing in: the `next` of an address, if it is a page of this very site. A link from elsewhere must
 * not lead through our login to another host.
 */
export function nextPath(search: string, origin: string): string | undefined {
  const asked = new URLSearchParams(search).get('next');
  if (!asked?.startsWith('/')) return undefined;
  try {
    const url = new URL(asked, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
