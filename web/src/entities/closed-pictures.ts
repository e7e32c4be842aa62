import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pictureLink, picturesIn, withPictureLinks } from '@/lib/closed-pictures';
import { useSite } from './site';

/** The HTML of a text that is not open to visitors, with the pictures that its reader may see. */
export function useClosedPictures(html: string, isClosed: boolean): string {
  const { origin } = useSite();
  const keys = useMemo(() => (isClosed ? picturesIn(html, origin) : []), [html, origin, isClosed]);
  const { data } = useQuery({
    queryKey: ['closed-pictures', keys],
    enabled: keys.length > 0,
    // As long as a link is used.
    staleTime: 45 * 60_000,
    queryFn: () => Promise.all(keys.map(async (key) => [key, await pictureLink(key)] as const)),
  });
  return useMemo(
    () => (keys.length > 0 ? withPictureLinks(html, origin, data && new Map(data)) : html),
    [html, origin, keys, data],
  );
}
