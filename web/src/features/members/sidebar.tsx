import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { paths } from '@/app/pages';
import { cx } from '@/lib/cx';
import { useLocation } from '@/lib/router';
import { useSite } from '@/lib/site';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { Tooltip } from '@/ui/tooltip';
import { type Entry, isCurrentEntry } from './navigation';

export interface SidebarProps {
  entries: readonly Entry[];
  bottom: Entry;
  /** Folded to the icons, whose names then show on hover and focus. */
  collapsed: boolean;
  onToggle: () => void;
}

/** The members' menu on wide screens: 64 units, or 16 of icons. */
export function Sidebar({ entries, bottom, collapsed, onToggle }: SidebarProps) {
  const item = (entry: Entry) => <SidebarLink entry={entry} collapsed={collapsed} />;
  return (
    <aside
      aria-label="Menu lateral"
      className={cx(
        'sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-sidebar-border bg-sidebar pb-3 text-sidebar-foreground max-lg:hidden print:hidden',
        collapsed ? 'w-16 px-2.5' : 'w-64 px-3',
      )}
    >
      <div
        className={cx(
          'mb-3 flex shrink-0 items-center',
          collapsed ? 'flex-col gap-2 pt-3.25' : 'h-16 justify-between pl-1',
        )}
      >
        <SiteLink collapsed={collapsed} />
        <ToggleButton collapsed={collapsed} onToggle={onToggle} />
      </div>
      <nav aria-label="Área de membros">
        <ul className="grid gap-0.5">
          {entries.map((entry) => (
            <li key={entry.path}>{item(entry)}</li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto border-t border-sidebar-border pt-3">{item(bottom)}</div>
    </aside>
  );
}

function SiteLink({ collapsed }: { collapsed: boolean }) {
  const site = useSite();
  return (
    <Link href={paths.home} className="flex min-w-0 items-center gap-3 text-foreground">
      <span
        aria-hidden="true"
        className="relative grid size-9.5 shrink-0 place-items-center bg-foreground font-serif text-base leading-none font-medium text-background after:absolute after:-top-0.75 after:-right-0.75 after:size-1.75 after:bg-north"
      >
        {site.monogram}
      </span>
      <span aria-hidden="true" className={cx('truncate font-serif text-xl', collapsed && 'hidden')}>
        {site.name}
      </span>
      <span className="sr-only">Ir para o site</span>
    </Link>
  );
}

function ToggleButton({ collapsed, onToggle }: Pick<SidebarProps, 'collapsed' | 'onToggle'>) {
  const label = collapsed ? 'Expandir menu' : 'Recolher menu';
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Tooltip label={label} side="right">
      <Button variant="ghost" size="icon" aria-label={label} aria-expanded={!collapsed} onClick={onToggle}>
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </Button>
    </Tooltip>
  );
}

function SidebarLink({ entry, collapsed }: { entry: Entry; collapsed: boolean }) {
  const { pathname } = useLocation();
  const { path, label, icon: Icon } = entry;
  const link = (
    <Link
      href={path}
      aria-current={isCurrentEntry(entry, pathname) ? 'page' : undefined}
      className={cx(
        'relative flex min-h-11 items-center gap-3.5 rounded-md type-ui whitespace-nowrap',
        'transition-colors duration-(--dur-1) hover:bg-sidebar-accent hover:text-sidebar-accent-foreground',
        'aria-[current]:bg-sidebar-accent aria-[current]:font-label aria-[current]:text-sidebar-accent-foreground',
        'aria-[current]:before:absolute aria-[current]:before:inset-y-2 aria-[current]:before:w-0.75 aria-[current]:before:bg-north',
        collapsed ? 'justify-center aria-[current]:before:-left-2.5' : 'px-3 aria-[current]:before:-left-3',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
      <span className={collapsed ? 'sr-only' : undefined}>{label}</span>
    </Link>
  );
  return collapsed ? (
    <Tooltip label={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
