import { PanelLeftClose, PanelLeftOpen, Settings } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '@/app/pages';
import { useAccess } from '@/entities/access';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { ButtonLink, Link } from '@/ui/link';
import { ThemeButton } from '@/ui/theme-button';
import { Tooltip } from '@/ui/tooltip';
import { AccountMenu } from './account-menu';
import { bottomEntry, type Entry, entriesFor, isCurrentEntry, PlaceContext, usePlace } from './navigation';
import { NewMark } from './new-mark';
import { PhoneMenu } from './phone-menu';
import { newBehind, type Unread, useUnread } from './unread';

export interface MembersPageProps {
  title: string;
  headTitle?: string | undefined;
  account: ReactNode;
  /** The address of the entry that the page belongs to; found by its own address where that is absent. */
  place?: string | undefined;
  /** A column between the menu and the page, on large screens. */
  aside?: ReactNode;
  children: ReactNode;
}

export function MembersPage({ title, headTitle = title, account, place, aside, children }: MembersPageProps) {
  const [collapsed, toggle] = useCollapsed(Boolean(aside));
  const viewer = useAccess();
  // Entries that came one by one would move the others.
  const entries = viewer.loading ? [] : entriesFor(viewer);
  const unread = useUnread(viewer);
  const bottom = bottomEntry(viewer);
  return (
    <PlaceContext value={place}>
      <Head title={`${headTitle} · Área de membros`} description="Área de membros." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <div
        className={cx(
          'min-h-dvh [--page-margin:clamp(1.25rem,3vw,3rem)] lg:grid',
          aside ? 'lg:grid-cols-[auto_auto_minmax(0,1fr)]' : 'lg:grid-cols-[auto_minmax(0,1fr)]',
        )}
      >
        <Sidebar entries={entries} bottom={bottom} unread={unread} collapsed={collapsed} onToggle={toggle} />
        {aside}
        <div className="min-w-0">
          <header className="sticky top-0 z-20 border-b border-border bg-background print:hidden">
            <div className="flex min-h-15 items-center gap-2 px-(--page-margin) max-[20rem]:flex-wrap max-sm:gap-0 lg:h-16">
              <PhoneMenu entries={entries} bottom={bottom} unread={unread} />
              <p className="mr-auto line-clamp-2 font-label type-ui leading-tight max-sm:pl-1">{title}</p>
              {/* The menu's last place is the panel's, for administrators. */}
              {viewer.isAdmin && <SettingsLink />}
              <ThemeButton />
              {account}
              <AccountMenu viewer={viewer} />
            </div>
          </header>
          <main
            id="conteudo"
            tabIndex={-1}
            className="max-w-320 px-(--page-margin) pt-[clamp(1.5rem,3vw,2.75rem)] pb-28 focus:outline-none lg:pb-20"
          >
            {children}
          </main>
        </div>
      </div>
      <TabBar entries={entries} unread={unread} />
    </PlaceContext>
  );
}

function SettingsLink() {
  return (
    <ButtonLink
      href={paths.membersSettings}
      variant="ghost"
      size="icon"
      aria-label="Configurações"
      title="Configurações"
    >
      <Settings aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </ButtonLink>
  );
}

export interface SidebarProps {
  entries: readonly Entry[];
  bottom: Entry;
  unread: Unread;
  collapsed: boolean;
  onToggle: () => void;
}

export function Sidebar({ entries, bottom, unread, collapsed, onToggle }: SidebarProps) {
  const item = (entry: Entry) => (
    <SidebarLink entry={entry} count={newBehind(entry.path, unread)} collapsed={collapsed} />
  );
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

function SidebarLink({ entry, count, collapsed }: { entry: Entry; count: number; collapsed: boolean }) {
  const place = usePlace();
  const { path, label, icon: Icon } = entry;
  const link = (
    <Link
      href={path}
      aria-current={isCurrentEntry(entry, place) ? 'page' : undefined}
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
      <NewMark count={count} asDot={collapsed} />
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

export function TabBar({ entries, unread }: { entries: readonly Entry[]; unread: Unread }) {
  const place = usePlace();
  const tabs = entries.filter(({ tab }) => tab);
  // A single tab would lead to the present page.
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
            aria-current={isCurrentEntry(entry, place) ? 'page' : undefined}
            className="relative grid min-h-15 content-center justify-items-center gap-1 text-micro text-muted-foreground aria-[current]:font-label aria-[current]:text-foreground aria-[current]:inset-shadow-[0_2px_var(--north)]"
          >
            <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            <span>
              {tab}
              <NewMark count={newBehind(path, unread)} asDot />
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

const STORAGE_KEY = 'menu-recolhido';

function saved(byDefault: boolean): boolean {
  try {
    const choice = localStorage.getItem(STORAGE_KEY);
    return choice === null ? byDefault : choice === 'sim';
  } catch {
    // Storage forbidden in the browser's settings.
    return byDefault;
  }
}

export function useCollapsed(byDefault = false): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => saved(byDefault));
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(STORAGE_KEY, collapsed ? 'nao' : 'sim');
    } catch (reason) {
      console.warn('the state of the menu could not be saved', reason);
    }
  };
  return [collapsed, toggle];
}
