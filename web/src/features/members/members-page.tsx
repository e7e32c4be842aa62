import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { useAccess } from '@/lib/access';
import { Head } from '@/lib/head';
import { ButtonLink } from '@/ui/link';
import { ThemeButton } from '@/ui/theme-button';
import { bottomEntry, entriesFor } from './navigation';
import { PhoneMenu } from './phone-menu';
import { Sidebar } from './sidebar';
import { TabBar } from './tab-bar';
import { useCollapsed } from './use-collapsed';

export interface MembersPageProps {
  /** Names the page in the bar. */
  title: string;
  /** Names the page in the head, where that is more than its place in the menu. */
  headTitle?: string;
  /** Stands at the end of the bar. */
  account: ReactNode;
  children: ReactNode;
}

/** What stands around every page of the members' area: its menu, the bar, theme and account. */
export function MembersPage({ title, headTitle = title, account, children }: MembersPageProps) {
  const [collapsed, toggle] = useCollapsed();
  const viewer = useAccess();
  const entries = entriesFor(viewer);
  const bottom = bottomEntry(viewer);
  return (
    <>
      <Head title={`${headTitle} · Área de membros`} description="Área de membros." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <div className="min-h-dvh [--page-margin:clamp(1.25rem,3vw,3rem)] lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
        <Sidebar entries={entries} bottom={bottom} collapsed={collapsed} onToggle={toggle} />
        <div className="min-w-0">
          <header className="sticky top-0 z-20 border-b border-border bg-background print:hidden">
            <div className="flex h-15 items-center gap-2 px-(--page-margin) lg:h-16">
              <PhoneMenu entries={entries} bottom={bottom} />
              <p className="mr-auto truncate font-label type-ui">{title}</p>
              {/* The menu's last place is the panel's, for administrators. */}
              {viewer.isAdmin && <SettingsLink />}
              <ThemeButton />
              {account}
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
      <TabBar entries={entries} />
    </>
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
