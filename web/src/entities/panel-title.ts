/** The title of what a page of the panel shows, for the browser's tab. */
import { createContext, use, useEffect } from 'react';

/** Sets the title of the page that is shown; `undefined` leaves the page's own. */
export const SetPanelTitle = createContext<(title: string | undefined) => void>(() => undefined);

/** Puts a title first in the browser's tab while the component is shown. */
export function usePanelTitle(title: string | undefined): void {
  const set = use(SetPanelTitle);
  useEffect(() => {
    set(title?.trim() || undefined);
    return () => set(undefined);
  }, [set, title]);
}
