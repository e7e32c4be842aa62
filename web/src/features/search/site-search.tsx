import { type ComponentType, type MouseEvent, useEffect, useLayoutEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { cx } from '@/lib/cx';
import { navigate } from '@/lib/router';
import { Link } from '@/ui/link';

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** The dialog of the search, fetched when it is opened: by Ctrl+K, or by a link to the page of results. */
export function useSiteSearch() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }>>();
  useBrowserLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.defaultPrevented || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const open = () =>
    void import('./site-search-dialog').then(
      (module) => setDialog(() => module.default),
      // The page of results does the same.
      () => navigate(paths.search),
    );
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return { onClick, dialog: Dialog && <Dialog onClose={() => setDialog(undefined)} /> };
}

/** The icon library's file comes with the search box, which the first paint does not need. */
export const SearchIcon = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4.5 fill-none stroke-current stroke-[1.6]">
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.3-4.3" strokeLinecap="round" />
  </svg>
);

/** Opens the dialog; without script it leads to the page of results. */
export function SearchLink({ onClick, className }: { onClick: (event: MouseEvent) => void; className?: string }) {
  return (
    <Link
      href={paths.search}
      aria-label="Buscar no site"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title="Buscar (Ctrl+K)"
      onClick={onClick}
      className={cx('grid size-11 place-items-center text-foreground-2 hover:text-foreground', className)}
    >
      <SearchIcon />
    </Link>
  );
}

/** The search of a page without the site's own bar. */
export function SiteSearch() {
  const { onClick, dialog } = useSiteSearch();
  return (
    <>
      <SearchLink onClick={onClick} className="shrink-0 lg:size-10" />
      {dialog}
    </>
  );
}
