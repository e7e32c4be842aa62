/** Takes the secret of an email's link out of the address bar, where it could be copied. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from '@/lib/router';
import { nextPath } from './next-path';

/**
 * Returns the address of a page without the secret it was opened with, or `undefined` if it holds none. Reads only the
 * router's location. When a page is about to be left, the address bar already shows the next one, and the visitor would
 * be led back.
 */
export function cleanAddress(
  { pathname, search }: { pathname: string; search: string },
  origin: string,
  pathFor: (next?: string) => string,
): string | undefined {
  const clean = pathFor(nextPath(search, origin));
  return pathname + search === clean ? undefined : clean;
}

/** Replaces the address by that of `pathFor`; what `read` finds in it is kept in the history entry. Both must be stable. */
export function useCleanAddress(
  pathFor: (next?: string) => string,
  read: (search: string, state: unknown) => unknown,
): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const clean = cleanAddress({ pathname, search }, location.origin, pathFor);
    if (clean) navigate(clean, { replace: true, state: read(search, state) });
  }, [pathname, search, state, navigate, pathFor, read]);
}
