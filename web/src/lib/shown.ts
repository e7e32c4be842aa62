/**
 * Time at which a page shows its main contents. Code and data that it does not need until then are fetched afterwards.
 */
import { useEffect } from 'react';

let show: () => void;
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

/** Resolves once the first page shows its contents. */
export const whenShown = (): Promise<void> => shown;

/** Says that the page shows its contents, or why it has none. */
export function useShown(ready = true): void {
  useEffect(() => {
    if (ready) show();
  }, [ready]);
}
