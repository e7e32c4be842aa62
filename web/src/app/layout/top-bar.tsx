import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { useLocation } from '@/lib/router';
import { ButtonLink, Link } from '@/ui/link';
import { Brand } from './brand';
import { MobileMenu } from './mobile-menu';
import { isCurrent, loginItem, type NavigationItem, topItems } from './navigation';
import { PlainMenu } from './plain-menu';
import { SolutionsMenu } from './solutions-menu';
import { topItemClass } from './top-item';
import { useOpenHere } from './use-open-here';

/** Stays at the top of every public page. */
export function TopBar() {
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useOpenHere();
  const toggle = useRef<HTMLButtonElement>(null);

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
        <div className="ml-5 hidden items-center lg:flex noscript:hidden">
          <ButtonLink href={loginItem.path} variant="line" size="small">
            {loginItem.label}
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
        />
      )}
    </header>
  );
}
