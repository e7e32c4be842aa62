import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from '@/lib/router';

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** The id an address's mark means; browsers take one that is not well encoded as it stands. */
function idOf(hash: string): string {
  const mark = hash.slice(1);
  try {
    return decodeURIComponent(mark);
  } catch {
    return mark;
  }
}

/** A new page may still wait for its data: then its anchor is waited for too, until the reader goes on. */
function scrollTo(id: string): (() => void) | undefined {
  const scrolled = () => {
    const anchor = document.getElementById(id);
    anchor?.scrollIntoView();
    return anchor !== null;
  };
  if (scrolled()) return undefined;
  const observer = new MutationObserver(() => {
    if (scrolled()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** A new page starts at its top or at its anchor; going back returns to where the reader was. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const here = useRef({ key, pathname });

  useEffect(() => {
    const remember = () => positions.current.set(here.current.key, window.scrollY);
    // Left for good, the page is the browser's again: reloaded or come back to, it stands where it was.
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useBrowserLayoutEffect(() => {
    const moved = here.current.pathname !== pathname;
    // Before anything scrolls: from here on positions are the new page's.
    here.current = { key, pathname };
    if (!moved) return;
    window.scrollTo(0, how === 'POP' ? (positions.current.get(key) ?? 0) : 0);
    return how === 'POP' || !hash ? undefined : scrollTo(idOf(hash));
  }, [key, pathname, hash, how]);

  return null;
}
