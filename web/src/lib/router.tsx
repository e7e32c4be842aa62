/**
 * The present location, and navigation without loading a page. The hooks have the names and shapes of react-router, of
 * which the site would use a fifth (decision 0077).
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react';

/** A location in the browser's history. */
export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  /** Distinguishes entries of the history with the same address. */
  key: string;
}

/** Kind of the navigation to the present location. 'POP' is the first page, and going back or forward. */
export type NavigationType = 'PUSH' | 'REPLACE' | 'POP';

export interface NavigateOptions {
  /** Replaces the present entry. */
  replace?: boolean;
  /** Kept with the new entry; must be cloneable. */
  state?: unknown;
}

interface Place extends Location {
  how: NavigationType;
}

/** The state of a history entry made by this router. */
interface Entry {
  key: string;
  state: unknown;
  listed?: number;
}

const PlaceContext = createContext<Place | undefined>(undefined);
/** Target of the last navigation. It is the present place once its page is shown. */
const NextContext = createContext<Place | undefined>(undefined);

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

/** The present history entry; entries made by the browser, for the first page and for anchors, get their key here. */
export function presentEntry(): Entry {
  const known = history.state as Entry | null;
  if (known?.key) return known;
  const entry = newEntry(null);
  history.replaceState(entry, '');
  return entry;
}

/** Stores with the present entry how many pages its list has loaded, to load as many after a reload. */
export function keepListed(page: number): void {
  history.replaceState({ ...presentEntry(), listed: page } satisfies Entry, '');
}

/** Set by the mounted router, so that code outside of React can navigate. */
let moved: ((how: NavigationType) => void) | undefined;

/** Navigates to an address of this site; the host of another one is dropped. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const { pathname, search, hash } = new URL(to, window.location.href);
  // With the origin: `//elsewhere` alone would be another host.
  const address = window.location.origin + pathname + search + hash;
  const entry = newEntry(state);
  // From here on the application restores scroll positions; the browser would do it before the content is there.
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
      // Some browsers refuse more than a hundred entries in half a minute: then the page is loaded.
      window.location.assign(address);
      return;
    }
    moved('PUSH');
  }
}

/** Navigates unless the address is there already: pressing a tab tells of it twice, by the press and by the focus. */
export function navigateOnce(to: string): void {
  const { pathname, search } = window.location;
  if (to !== pathname + search) navigate(to);
}

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** Replaces the address before the application is rendered. */
export function enterAt(path: string, state: unknown = null): void {
  history.replaceState(newEntry(state), '', path);
}

/** On the server the location is a property; in the browser it is the address bar's. */
export function Router({ at, children }: { at?: { pathname: string; search: string }; children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() =>
    at ? { ...at, hash: '', state: null, key: '', how: 'POP' } : present('POP'),
  );
  const [next, setNext] = useState(place);
  const [leaving, startLeaving] = useTransition();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-leaving', leaving);
  }, [leaving]);
  useBrowserLayoutEffect(() => {
    // As a transition: the old page stays until the code of the new one is loaded.
    moved = (how) => {
      const reached = present(how);
      setNext(reached);
      startLeaving(() => setPlace(reached));
    };
    const onPop = () => moved?.(history.state ? 'POP' : 'PUSH');
    window.addEventListener('popstate', onPop);
    return () => {
      moved = undefined;
      window.removeEventListener('popstate', onPop);
    };
  }, []);
  return (
    <NextContext value={next}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </NextContext>
  );
}

/** The present location. During hydration it has the address bar's hash, which the server does not know. */
export function useLocation(): Location {
  return usePlace();
}

export function useNavigationType(): NavigationType {
  return usePlace().how;
}

export function useNavigate(): typeof navigate {
  return navigate;
}

/** Navigates by a timer: not where a link has led away from this page meanwhile, whose page may still be loading. */
export function useLateNavigate(): typeof navigate {
  const { pathname } = usePlace();
  return useCallback(
    (to, options) => {
      if (window.location.pathname === pathname) navigate(to, options);
    },
    [pathname],
  );
}

/** The query of the address; changed by navigating. */
export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = usePlace();
  return useMemo(() => [new URLSearchParams(search)], [search]);
}

/**
 * The query of the address that this page is on its way to. A tab that a key chose is open at once: otherwise the next key,
 * faster than the navigation, would find the former tab still open and not open it again.
 */
export function useNextSearchParams(): readonly [URLSearchParams] {
  const place = usePlace();
  const next = useContext(NextContext);
  const { search } = next?.pathname === place.pathname ? next : place;
  return useMemo(() => [new URLSearchParams(search)], [search]);
}

export interface NavigateProps extends NavigateOptions {
  to: string;
  /** Shown until the next page is ready. */
  children?: ReactNode;
}

/** Navigates when it is rendered. */
export function Navigate({ to, replace = false, state = null, children }: NavigateProps) {
  useEffect(() => navigate(to, { replace, state }), [to, replace, state]);
  return children;
}
