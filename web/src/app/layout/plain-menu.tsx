import { Link } from '@/ui/link';
import { loginItem, solutions, topItems } from './navigation';

/** The whole menu as a row of links, for browsers without script: there the other menus cannot open. */
export function PlainMenu() {
  return (
    <noscript>
      <nav aria-label="Todas as páginas" className="wrap flex flex-wrap gap-x-6 pb-2">
        {[...topItems.before, ...solutions, ...topItems.after, loginItem].map((item) => (
          <Link key={item.label} href={item.path} className="flex min-h-11 items-center type-ui underline">
            {item.label}
          </Link>
        ))}
      </nav>
    </noscript>
  );
}
