/** What a form does at a refused submit, and when it is left with changes. */
import { useEffect, useRef } from 'react';

/** After a refused submit, focuses the first field to correct. */
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
