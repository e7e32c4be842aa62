import { useEffect, useLayoutEffect, useRef } from 'react';
import { presentEntry, useLocation, useNavigationType } from '@/lib/router';

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** The element id of an address's hash; browsers use one that is not well encoded as it is. */
function idOf(hash: string): string {
  const mark = hash.slice(1);
  try {
    return decodeURIComponent(mark);
  } catch {
    return mark;
  }
}

/**
 * Scrolls to an anchor. Waits for it while the page's data loads, and follows it when the content above it grows, until
 * the visitor scrolls.
 */
function scrollTo(id: string): () => void {
  const waiting = new AbortController();
  let top: number | undefined;
  const follow = () => {
    const anchor = document.getElementById(id);
    if (!anchor) return;
    if (top !== undefined && Math.abs(window.scrollY - top) > 1) return waiting.abort();
    anchor.scrollIntoView({ behavior: 'instant' });
    top = window.scrollY;
  };
  follow();
  const appearing = new MutationObserver(() => {
    if (top === undefined) follow();
  });
  appearing.observe(document.body, { childList: true, subtree: true });
  const growing = new ResizeObserver(follow);
  growing.observe(document.body);
  waiting.signal.addEventListener('abort', () => {
    appearing.disconnect();
    growing.disconnect();
  });
  return () => waiting.abort();
}

/** Waits while the page is shorter than it was, until the visitor does something else. */
function scrollBack(top: number): (() => void) | undefined {
  const scrolled = () => {
    window.scrollTo({ top, behavior: 'instant' });
    return window.scrollY >= top - 1;
  };
  if (scrolled()) return undefined;
  const waiting = new AbortController();
  const observer = new ResizeObserver(() => scrolled() && waiting.abort());
  observer.observe(document.body);
  waiting.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(event, () => waiting.abort(), { signal: waiting.signal, passive: true });
  return () => waiting.abort();
}

/**
 * Returns `true` if a position is below the page's end, and the page is at its end, or at its top because the browser
 * has not scrolled yet.
 */
function isBelow(top: number): boolean {
  const end = document.documentElement.scrollHeight - window.innerHeight;
  return top > end + 1 && (window.scrollY >= end - 1 || window.scrollY === 0);
}

/** The scroll position of each history entry. Survives a reload, after which the earlier entries still exist. */
const KEPT = 'scroll-positions';

function readPositions(): Map<string, number> {
  try {
    return new Map<string, number>(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'));
  } catch {
    // No storage, or foreign content.
    return new Map();
  }
}

function keepPositions(positions: Map<string, number>) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...positions]));
  } catch {
    // Without storage a reload loses the positions.
  }
}

/** A new page starts at its top or at its anchor; going back restores the position. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const here = useRef({ key, pathname });

  useEffect(() => {
    positions.current = readPositions();
    const { key } = presentEntry();
    const kept = positions.current.get(key);
    // The document was reloaded on another page: the browser no longer restores this entry's position.
    const ours = history.scrollRestoration === 'manual';
    // Or the browser scrolls as far as it can, while a list on the page still grows to its former length.
    const stop = kept && (ours || isBelow(kept)) ? scrollBack(kept) : undefined;
    if (!kept) positions.current.set(key, window.scrollY);
    const remember = () => {
      // An anchor of the same page changes the entry at once; another page does when it is shown.
      if (here.current.pathname === window.location.pathname) here.current.key = presentEntry().key;
      positions.current.set(here.current.key, window.scrollY);
    };
    // On unload the browser restores the position by itself.
    const leave = () => {
      history.scrollRestoration = 'auto';
      keepPositions(positions.current);
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      stop?.();
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useBrowserLayoutEffect(() => {
    const moved = here.current.pathname !== pathname;
    // Before anything scrolls: from here on positions belong to the new page.
    here.current = { key, pathname };
    const known = how === 'POP' ? positions.current.get(key) : undefined;
    if (known !== undefined) return scrollBack(known);
    if (!moved) return;
    window.scrollTo(0, 0);
    // The top is a position too, although no scroll event reports it.
    positions.current.set(key, 0);
    return hash && how !== 'POP' ? scrollTo(idOf(hash)) : undefined;
  }, [key, pathname, hash, how]);

  return null;
}
