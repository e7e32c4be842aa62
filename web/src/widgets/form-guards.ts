/** Guards of a form: at a refused submit, and when it is left with changes. */
import { useEffect, useRef, useState } from 'react';

/** Focuses the first field to correct after a refused submit. */
export function useFocusOnFirstError(submitCount: number) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return element;
}

/** The browser asks before the page is closed. */
export function useWarningBeforeUnload(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}

/**
 * Holds back the links of the page while following one would lose something. Where the pressed one leads, and what forgets
 * it.
 */
export function useHeldLink(active: boolean): [path: string | undefined, forget: () => void] {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    if (!active) return;
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const leaves = link?.href && !link.target && !link.hasAttribute('download') && link.origin === location.origin;
      if (!leaves || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      setPath(link.pathname + link.search + link.hash);
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [active]);
  return [path, () => setPath(undefined)];
}
