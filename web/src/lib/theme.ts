/** Light or dark, in the members and admin areas only: the system's at first, then what somebody chose here. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

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

function saveTheme(theme: Theme) {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch (reason) {
    console.warn('the theme could not be saved', reason);
  }
}

function subscribeToSystem(listener: () => void) {
  const query = matchMedia(SYSTEM_DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const systemTheme = (): Theme => (matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light');

/** Dresses the document while the calling component is there; public pages stay light. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const system = useSyncExternalStore(subscribeToSystem, systemTheme);
  const [chosen, setChosen] = useState(savedTheme);
  const theme = chosen ?? system;

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [theme]);

  const toggle = useCallback(() => {
    const next = theme === 'dark' ? 'light' : 'dark';
    saveTheme(next);
    setChosen(next);
  }, [theme]);
  return { theme, toggle };
}
