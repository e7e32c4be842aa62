import type { MouseEvent } from 'react';

/** A figure that is a link to another site that plays recordings, as the editor writes it. */
const LINK = ['youtu', 'vimeo.com', 'open.spotify.com'].map((host) => `figure > a[href*="${host}"]`).join();

/** Plays the recording whose link is pressed in its place. Without script the link leads to it. */
export function playInPlace(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINK) : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const follow = () => location.assign(link.href);
  import('./embed-frame').then(({ playRecording }) => playRecording(link) || follow(), follow);
}
