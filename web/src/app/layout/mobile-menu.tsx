import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { SearchIcon } from '@/features/search/site-search';
import { useLocation } from '@/lib/router';
import { ButtonLink, Link } from '@/ui/link';
import { isCurrent, type NavigationItem, searchItem, solutions, topItems, useAccountItem } from './navigation';
import { SolutionLink } from './solutions-menu';

interface MobileMenuProps {
  onClose: () => void;
  onSelect: () => void;
  onSearch: (event: MouseEvent) => void;
}

/** The same entries as the bar, as a sheet under it: 56 px rows, Soluções open, Login at the bottom. */
export function MobileMenu({ onClose, onSelect, onSearch }: MobileMenuProps) {
  const { pathname } = useLocation();
  const panel = useRef<HTMLElement>(null);
  const account = useAccountItem();

  useEffect(() => panel.current?.querySelector('a')?.focus(), []);
  // A tablet turned sideways shows the bar itself: a hidden menu must not lock the page's scrolling.
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 64rem)');
    wide.addEventListener('change', onSelect);
    return () => wide.removeEventListener('change', onSelect);
  }, [onSelect]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  // The page behind is covered: tabbing out of the menu closes it, so that the focus is visible.
  const onBlur = (event: FocusEvent) => {
    const header = event.currentTarget.closest('header');
    if (event.relatedTarget && !header?.contains(event.relatedTarget)) onSelect();
  };
  const row = (item: NavigationItem) => (
    <Link
      key={item.path}
      href={item.path}
      aria-current={isCurrent(item.path, pathname) ? 'page' : undefined}
      className="relative flex min-h-14 items-center border-b border-border type-title-2 aria-[current]:before:absolute aria-[current]:before:inset-y-3 aria-[current]:before:-left-3 aria-[current]:before:w-0.75 aria-[current]:before:bg-north"
    >
      {item.label}
    </Link>
  );
  return (
    <nav
      ref={panel}
      id="mobile-menu"
      aria-label="Menu"
      data-scroll-lock=""
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onClick={(event) => event.target instanceof Element && event.target.closest('a') && onSelect()}
      className="wrap fixed inset-x-0 top-(--header-h) bottom-0 z-40 flex flex-col overflow-y-auto bg-background pb-6 enter-fade lg:hidden"
    >
      <Link
        href={searchItem.path}
        aria-haspopup="dialog"
        onClick={onSearch}
        className="flex min-h-14 items-center justify-between border-b border-border type-title-2"
      >
        {searchItem.label}
        <SearchIcon />
      </Link>
      {topItems.before.map(row)}
      <section aria-labelledby="mobile-solutions" className="border-b border-border py-3">
        <h2 id="mobile-solutions" className="py-1 font-label type-meta">
          Soluções
        </h2>
        {solutions.map((item) => (
          <SolutionLink key={item.path} item={item} current={isCurrent(item.path, pathname)} className="-mx-3.5" />
        ))}
      </section>
      {topItems.after.map(row)}
      <ButtonLink href={account.path} variant="line" className="mt-auto w-full">
        {account.label}
      </ButtonLink>
    </nav>
  );
}
