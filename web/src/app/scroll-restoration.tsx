import { useEffect, useLayoutEffect, useRef } from 'react';
import { presentEntry, useLocation, useNavigationType } from '@/lib/router';

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

/**
 * Scrolls to an anchor. A new page may still wait for its data: then the anchor is waited for, and followed when what
 * stands above it grows, until the page is scrolled otherwise.
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

/** The page may not be as long yet as it was: then its growing is waited for, until the reader does something else. */
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
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(act, () => waiting.abort(), { signal: waiting.signal, passive: true });
  return () => waiting.abort();
}

/**
 * Whether a place is further down than the page goes, and the page stands at its end, or at its top because its browser
 * has not moved it yet.
 */
function isBelow(top: number): boolean {
  const end = document.documentElement.scrollHeight - window.innerHeight;
  return top > end + 1 && (window.scrollY >= end - 1 || window.scrollY === 0);
}

/** Where the reader was at each entry of the history. Outlives a reload, after which the earlier entries are still there. */
const KEPT = 'scroll-positions';

function readPositions(): Map<string, number> {
  try {
    return new Map<string, number>(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'));
  } catch {
    // No storage, or not ours: then nothing is known.
    return new Map();
  }
}

function keepPositions(positions: Map<string, number>) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...positions]));
  } catch {
    // Without storage a reload forgets them.
  }
}

/** A new page starts at its top or at its anchor; going back returns to where the reader was. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const here = useRef({ key, pathname });

  useEffect(() => {
    positions.current = readPositions();
    const { key } = presentEntry();
    const kept = positions.current.get(key);
    // Another page of ours took the place of this one and was loaded anew since: its browser no longer puts this one where it was.
    const ours = history.scrollRestoration === 'manual';
    // Or the browser puts it as far down as it goes, and a list on it is still to be as long as it was.
    const stop = kept && (ours || isBelow(kept)) ? scrollBack(kept) : undefined;
    if (!kept) positions.current.set(key, window.scrollY);
    const remember = () => {
      // An anchor of the page is another entry at once; another page's is so when it is shown.
      if (here.current.pathname === window.location.pathname) here.current.key = presentEntry().key;
      positions.current.set(here.current.key, window.scrollY);
    };
    // Left for good, the page is the browser's again: reloaded or come back to, it stands where it was.
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
    // Before anything scrolls: from here on positions are the new page's.
    here.current = { key, pathname };
    const known = how === 'POP' ? positions.current.get(key) : undefined;
    if (known !== undefined) return scrollBack(known);
    if (!moved) return;
    window.scrollTo(0, 0);
    // Standing still at the top is no scrolling, and yet a place to come back to.
    positions.current.set(key, 0);
    return hash && how !== 'POP' ? scrollTo(idOf(hash)) : undefined;
  }, [key, pathname, hash, how]);

  return null;
}
