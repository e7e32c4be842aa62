import { type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * Renders its children without a pause between their first render and their effects, also within a transition.
 *
 * Needed by what is made while rendering and discarded where its effects do not follow at once: TipTap's `useEditor` destroys its
 * editor after a millisecond.
 */
export function BlockingRender({ children }: { children: ReactNode }) {
  const [isPlaced, setPlaced] = useState(false);
  // React renders what a layout effect changes before it returns to the browser.
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced && children;
}
