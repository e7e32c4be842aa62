import { type RefCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus back to what opened an editor once the editor is closed. The opener may be gone meanwhile and come back
 * as another element, so it is found by key: `ref={opener(key)}` on each.
 */
export function useReturningFocus(open: string | undefined): (key: string) => RefCallback<HTMLElement> {
  const openers = useRef(new Map<string, HTMLElement>());
  const last = useRef(open);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) openers.current.get(last.current)?.focus();
    last.current = open;
  }, [open]);
  return (key) => (element) => {
    if (element) openers.current.set(key, element);
    else openers.current.delete(key);
  };
}
