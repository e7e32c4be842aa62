import { useState } from 'react';
import { useLocation } from '@/lib/router';

/**
 * Whether a menu is open. Arriving at another page closes it: while that page is rendered, not by an effect after it, which
 * would also undo the press that opened the menu of a page just come to life.
 */
export function useOpenHere() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [here, setHere] = useState(pathname);
  if (here !== pathname) {
    setHere(pathname);
    setOpen(false);
  }
  return [open, setOpen] as const;
}
