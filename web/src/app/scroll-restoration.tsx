import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from '@/lib/router';

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** A new page starts at its top or at its anchor; going back returns to where the reader was. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const here = useRef({ key, pathname });

  useEffect(() => {
    const remember = () => positions.current.set(here.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useBrowserLayoutEffect(() => {
    const moved = here.current.pathname !== pathname;
    // Before anything scrolls: from here on positions are the new page's.
    here.current = { key, pathname };
    if (!moved) return;
    const anchor = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (how === 'POP') window.scrollTo(0, positions.current.get(key) ?? 0);
    else if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [key, pathname, hash, how]);

  return null;
}
