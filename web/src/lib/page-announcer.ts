/**
 * Announces navigation inside the application: moves the focus to the new page's heading and announces its title. The
 * browser does both by itself for the first page.
 */

/** The live region in the layout. */
export const ANNOUNCER_ID = 'page-announcer';

let here: string | undefined;

/** Called by each page once its title is known; a repeat is ignored. Returns `true` if another page was opened. */
export function arrive(pathname: string, title: string): boolean {
  const first = here === undefined;
  if (here === pathname) return false;
  here = pathname;
  if (first) return false;
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  const announcer = document.getElementById(ANNOUNCER_ID);
  if (announcer) announcer.textContent = title;
  return true;
}
