import type { MouseEvent } from 'react';

/** Plays the recording of another site whose link, alone in a figure, is pressed. Without script the link leads to it. */
export function playInPlace(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('figure > a') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const follow = () => location.assign(link.href);
  import('@/entities/embed-frame').then(({ playRecording }) => playRecording(link) || follow(), follow);
}
