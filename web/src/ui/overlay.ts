import { useRef } from 'react';

/** The handlers of an overlay's content that give the focus back. */
export interface ReturnFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Overlays here are opened by state and have no trigger of their own, so they remember what had the focus. Where that is
 * gone by then (the row was deleted), the page's main part takes it, so that nobody starts again at the top.
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

/** Closing a message is no step outside the overlay below it. */
export function keepOpenForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
