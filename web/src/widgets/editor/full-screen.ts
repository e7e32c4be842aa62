import { type RefObject, useEffect } from 'react';

/** While it is on, nothing outside the element can be reached but messages and what opens above it. */
export function useFullScreen(box: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !box.current) return undefined;
    const hidden = outside(box.current);
    for (const other of hidden) other.inert = true;
    return () => {
      for (const other of hidden) other.inert = false;
    };
  }, [box, isOn]);
}

/** What stands beside the element and beside all that it is in. */
function outside(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inner = element; inner.parentElement && inner !== document.body; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      const isReached = other === inner || !(other instanceof HTMLElement) || other.inert || 'toaster' in other.dataset;
      if (!isReached) found.push(other);
    }
  }
  return found;
}
