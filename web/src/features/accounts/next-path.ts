/**
 * Returns the page to open after signing in: the `next` of an address, if it is a page of this very site. A link from
 * elsewhere must not lead through our login to another host.
 */
export function nextPath(search: string, origin: string): string | undefined {
  const asked = new URLSearchParams(search).get('next');
  if (!asked?.startsWith('/')) return undefined;
  try {
    const url = new URL(asked, origin);
    // A path of `//` in front, as '/.//elsewhere' becomes, is another host again wherever it stands as a link.
    const here = url.origin === origin && !url.pathname.startsWith('//');
    return here ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
