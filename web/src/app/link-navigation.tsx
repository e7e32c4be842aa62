import { useEffect } from 'react';
import { navigate } from '@/lib/router';
import { type ToastMessage, toast } from '@/ui/toast';
import { findPage, isLive } from './pages';
import { preload } from './routes';

/** The anchor under an event, if following it leads to another page of this application. */
function internalAnchor(event: Event): HTMLAnchorElement | undefined {
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  if (!anchor?.href || anchor.target || anchor.hasAttribute('download')) return undefined;
  if (anchor.origin !== location.origin || !isLive(anchor.pathname)) return undefined;
  return anchor;
}

const samePlace = (anchor: HTMLAnchorElement) =>
  anchor.pathname === location.pathname && anchor.search === location.search;

function follow(anchor: HTMLAnchorElement): void {
  const stays = samePlace(anchor);
  navigate(anchor.pathname + anchor.search + anchor.hash, { replace: stays });
  // A link to the page itself scrolls to its top, as a page load does.
  if (stays) window.scrollTo(0, 0);
}

const OFFLINE: ToastMessage = {
  title: 'Sem conexão',
  description: 'Esta página abre quando a conexão voltar.',
  tone: 'destructive',
};

/**
 * Follows every plain link of the application without a page load, article text included. One listener instead of a
 * component per link: links cost nothing to render and work without it.
 */
export function LinkNavigation() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const anchor = internalAnchor(event);
      if (!anchor || (anchor.hash && samePlace(anchor))) return;
      event.preventDefault();
      // Without a connection a page whose code is not here stays closed, and the present one open.
      if (window.navigator.onLine) follow(anchor);
      else {
        preload(findPage(anchor.pathname).page).then(
          () => follow(anchor),
          () => toast(OFFLINE),
        );
      }
    };
    // The page's code is fetched while the visitor is still deciding.
    const onApproach = (event: Event) => {
      const anchor = internalAnchor(event);
      if (anchor) preload(findPage(anchor.pathname).page).catch(reportPreload);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('pointerover', onApproach);
    document.addEventListener('focusin', onApproach);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerover', onApproach);
      document.removeEventListener('focusin', onApproach);
    };
  }, []);

  return null;
}

function reportPreload(error: unknown) {
  console.warn('page code could not be fetched ahead', error);
}
