import type { KeyboardEvent } from 'react';

/** Runs an action on Enter, which then does not submit the surrounding form. */
export const onEnter = (run: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  run();
};
