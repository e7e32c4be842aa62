import { useLocation } from '@/lib/router';
import { Link } from '@/ui/link';
import { type Entry, isCurrentEntry } from './navigation';

/** The rooms one goes to most, under the thumb on narrow screens. The page leaves room for it at its end. */
export function TabBar({ entries }: { entries: readonly Entry[] }) {
  const { pathname } = useLocation();
  const tabs = entries.filter(({ tab }) => tab);
  // One tab would lead to where one is.
  if (tabs.length < 2) return null;
  return (
    <nav
      aria-label="Atalhos"
      data-tab-bar=""
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-border bg-sidebar lg:hidden print:hidden"
    >
      {tabs.map((entry) => {
        const { path, tab, icon: Icon } = entry;
        return (
          <Link
            key={path}
            href={path}
            aria-current={isCurrentEntry(entry, pathname) ? 'page' : undefined}
            className="grid min-h-15 content-center justify-items-center gap-1 text-micro text-muted-foreground aria-[current]:font-label aria-[current]:text-foreground aria-[current]:inset-shadow-[0_2px_var(--north)]"
          >
            <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {tab}
          </Link>
        );
      })}
    </nav>
  );
}
