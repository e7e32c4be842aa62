/** The light or dark theme of the members and admin areas: the system's, or the one chosen in this browser. */
import { useLayoutEffect, useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';
const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/** Storage may be forbidden in the browser's settings; then the choice lasts as long as the page. */
function savedTheme(): Theme | undefined {
  try {
    const saved = localStorage.getItem(STORAGE_KEY);
    return saved === 'light' || saved === 'dark' ? saved : undefined;
  } catch {
    return undefined;
  }
}

let chosen: Theme | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  const system = matchMedia(SYSTEM_DARK);
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

function currentTheme(): Theme {
  return chosen ?? savedTheme() ?? (matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light');
}

/** Stores the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch (reason) {
    console.warn('the theme could not be saved', reason);
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

/** Applies the theme to the document while the calling component is mounted; public pages stay light. */
export function useThemedDocument(): void {
  const theme = useTheme();
  // Before the page is painted.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [theme]);
}
