import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { SearchLink, useSiteSearch } from '@/features/search/site-search';
import { useLocation } from '@/lib/router';
import { ButtonLink, Link } from '@/ui/link';
import { Brand } from '@/widgets/brand';
import { MobileMenu } from './mobile-menu';
import {
  isCurrent,
  loginItem,
  type NavigationItem,
  searchItem,
  solutions,
  topItems,
  useAccountItem,
} from './navigation';
import { SolutionsMenu, topItemClass, useOpenHere } from './solutions-menu';

export function TopBar() {
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useOpenHere();
  const toggle = useRef<HTMLButtonElement>(null);
  const account = useAccountItem();
  const search = useSiteSearch();

  const entry = (item: NavigationItem) => (
    <Link
      key={item.path}
      href={item.path}
      className={topItemClass}
      aria-current={isCurrent(item.path, pathname) ? 'page' : undefined}
    >
      {item.label}
    </Link>
  );
  return (
    <header className="sticky top-0 z-40 border-b border-border bg-background noscript:static">
      <div className="wrap flex h-(--header-h) items-stretch">
        <Brand className="mr-auto" />
        <nav aria-label="Principal" className="hidden items-stretch gap-1 lg:flex noscript:hidden">
          {topItems.before.map(entry)}
          <SolutionsMenu />
          {topItems.after.map(entry)}
        </nav>
        <div className="ml-3 hidden items-center gap-2 lg:flex noscript:hidden">
          <SearchLink onClick={search.onClick} />
          <ButtonLink href={account.path} variant="line" size="small">
            {account.label}
          </ButtonLink>
        </div>
        <button
          ref={toggle}
          type="button"
          aria-expanded={menuOpen}
          aria-controls="mobile-menu"
          aria-label={menuOpen ? 'Fechar menu' : 'Abrir menu'}
          onClick={() => setMenuOpen(!menuOpen)}
          className="-mr-3 grid w-12 place-items-center lg:hidden noscript:hidden"
        >
          {menuOpen ? <X aria-hidden="true" className="size-5" /> : <Menu aria-hidden="true" className="size-5" />}
        </button>
      </div>
      <PlainMenu />
      {menuOpen && (
        <MobileMenu
          onClose={() => {
            setMenuOpen(false);
            toggle.current?.focus();
          }}
          onSelect={() => setMenuOpen(false)}
          onSearch={(event) => {
            setMenuOpen(false);
            toggle.current?.focus();
            search.onClick(event);
          }}
        />
      )}
      {search.dialog}
    </header>
  );
}

/** The whole menu as a row of links, for browsers without script: there the other menus cannot open. */
export function PlainMenu() {
  return (
    <noscript>
      {/* Only the server writes it: browsers with script render nothing in here. */}
      {import.meta.env.SSR && (
        <nav aria-label="Todas as páginas" className="wrap flex flex-wrap gap-x-6 pb-2">
          {[...topItems.before, ...solutions, ...topItems.after, searchItem, loginItem].map((item) => (
            <Link key={item.label} href={item.path} className="flex min-h-11 items-center type-ui underline">
              {item.label}
            </Link>
          ))}
        </nav>
      )}
    </noscript>
  );
}
