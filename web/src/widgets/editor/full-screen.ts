import { type RefObject, useEffect } from 'react';

/**
 * While it is on, nothing outside the element can be reached but messages and what opens above it. Escape leaves it, also
 * where the focus has gone to what is around the element.
 */
export function useFullScreen(box: RefObject<HTMLElement | null>, isOn: boolean, onLeave: () => void): void {
  useEffect(() => {
    if (!isOn || !box.current) return undefined;
    const element = box.current;
    const hidden = outside(element);
    for (const other of hidden) other.inert = true;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isAround = target instanceof Node && target !== element && target.contains(element);
      if (key === 'Escape' && isAround) onLeave();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      for (const other of hidden) other.inert = false;
    };
  }, [box, isOn, onLeave]);
}

/** Returns the elements beside the element and beside all its ancestors. */
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
