/**
 * Where the visitor is, and going elsewhere without loading a page. The few hooks have the names and shapes they have in
 * react-router, of which the site would use a fifth and every visitor would fetch the whole (decision 0019).
 */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react';

/** A place in the browser's history. */
export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  /** Tells one entry of the history from another with the same address. */
  key: string;
}

/** How one came to the present place; 'POP' is the first page, and going back or forward. */
export type NavigationType = 'PUSH' | 'REPLACE' | 'POP';

export interface NavigateOptions {
  /** Leaves no trace of the present place. */
  replace?: boolean;
  /** Kept with the new entry; must be cloneable. */
  state?: unknown;
}

interface Place extends Location {
  how: NavigationType;
}

/** What an entry of the history holds when we made it. */
interface Entry {
  key: string;
  state: unknown;
  listed?: number;
}

const PlaceContext = createContext<Place | undefined>(undefined);

function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('a place was asked for outside <Router>');
  return place;
}

const newEntry = (state: unknown): Entry => ({ key: Date.now().toString(36), state });

const present = (how: NavigationType): Place => {
  const { pathname, search, hash } = window.location;
  const { key, state } = presentEntry();
  return { pathname, search, hash, state, key, how };
};

/** The present entry of the history; those the browser made, for the first page and for anchors, get their key here. */
export function presentEntry(): Entry {
  const known = history.state as Entry | null;
  if (known?.key) return known;
  const entry = newEntry(null);
  history.replaceState(entry, '');
  return entry;
}

/** Keeps with the present entry how far its list was made to go: loaded anew, it goes as far again. */
export function keepListed(page: number): void {
  history.replaceState({ ...presentEntry(), listed: page } satisfies Entry, '');
}

/** The mounted router's. Navigating is plain code, so whatever runs outside of React may do it too. */
let moved: ((how: NavigationType) => void) | undefined;

/** Goes to an address of this site; one of another host loses its host. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const { pathname, search, hash } = new URL(to, window.location.href);
  // With the origin in front: `//elsewhere` alone would be another host.
  const address = window.location.origin + pathname + search + hash;
  const entry = newEntry(state);
  // From here on the application puts the pages where the reader left them; the browser would do it before they are there.
  history.scrollRestoration = 'manual';
  if (!moved) {
    window.location.assign(address);
  } else if (replace) {
    history.replaceState(entry, '', address);
    moved('REPLACE');
  } else {
    try {
      history.pushState(entry, '', address);
    } catch {
      // Some browsers refuse more than a hundred in half a minute: then the page is loaded.
      window.location.assign(address);
      return;
    }
    moved('PUSH');
  }
}

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** Before the application is shown: it begins at this address of the site instead of the present one. */
export function enterAt(path: string, state: unknown = null): void {
  history.replaceState(newEntry(state), '', path);
}

/** On the server the place is handed in; in the browser it is the address bar's. */
export function Router({ at, children }: { at?: { pathname: string; search: string }; children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() =>
    at ? { ...at, hash: '', state: null, key: '', how: 'POP' } : present('POP'),
  );
  const [leaving, startLeaving] = useTransition();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-leaving', leaving);
  }, [leaving]);
  useBrowserLayoutEffect(() => {
    // As a transition: the old page stays until the code of the new one is there.
    moved = (how) => startLeaving(() => setPlace(present(how)));
    // An entry nobody has seen is no way back: the reader followed an anchor of the page, and the browser has scrolled there.
    const onPop = () => moved?.(history.state ? 'POP' : 'PUSH');
    window.addEventListener('popstate', onPop);
    return () => {
      moved = undefined;
      window.removeEventListener('popstate', onPop);
    };
  }, []);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** The present place. During hydration it has the address bar's hash, which the server never saw. */
export function useLocation(): Location {
  return usePlace();
}

export function useNavigationType(): NavigationType {
  return usePlace().how;
}

export function useNavigate(): typeof navigate {
  return navigate;
}

/** The query of the address, to be read; it is changed by navigating. */
export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = usePlace();
  return useMemo(() => [new URLSearchParams(search)], [search]);
}

export interface NavigateProps extends NavigateOptions {
  to: string;
  /** What is shown until the page there is ready. */
  children?: ReactNode;
}

/** Goes elsewhere as soon as it is shown. */
export function Navigate({ to, replace = false, state = null, children }: NavigateProps) {
  useEffect(() => navigate(to, { replace, state }), [to, replace, state]);
  return children;
}
