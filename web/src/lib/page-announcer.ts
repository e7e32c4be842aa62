/**
 * A page change inside the application is announced: the focus moves to the new page's heading, and its title is
 * read out. The browser does both by itself for the first page.
 */

/** The element in the layout that screen readers listen to. */
export const ANNOUNCER_ID = 'page-announcer';

let here: string | undefined;

/** Called by each page once its title is known; the same page twice is nothing new. */
export function arrive(pathname: string, title: string): void {
  const first = here === undefined;
  if (here === pathname) return;
  here = pathname;
  if (first) return;
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  const announcer = document.getElementById(ANNOUNCER_ID);
  if (announcer) announcer.textContent = title;
}
