import { useRef } from 'react';

/** The handlers of an overlay's content that return the focus. */
export interface ReturnFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Overlays are opened by state and have no trigger, so they remember what had the focus. Where that is gone (the row was
 * deleted), the page's main element gets it.
 */
export function useReturnFocus(): ReturnFocus {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const target = opener.current;
      const there = target instanceof HTMLElement && target.isConnected && target !== document.body;
      (there ? target : document.getElementById('conteudo'))?.focus();
    },
  };
}

/** A press on a toast does not close the overlay below it. */
export function keepOpenForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
