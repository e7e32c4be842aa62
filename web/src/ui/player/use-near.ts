import { type RefObject, useEffect, useRef } from 'react';

/** Distance outside the window up to which an element counts as near. */
const MARGIN = '400px 0px';

/** Calls once, when the element comes near the window, to load code that is needed only there. */
export function useNear(element: RefObject<Element | null>, arrive: () => void): void {
  const latest = useRef(arrive);
  latest.current = arrive;
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        latest.current();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}
