import { useLayoutEffect, useRef } from 'react';

/** Notes the height of a bar that stays in sight as `--desk-bar` of its parent, for what stays in sight below it. */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const note = () => element.parentElement?.style.setProperty('--desk-bar', `${element.offsetHeight}px`);
    const observer = new ResizeObserver(note);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return bar;
}
