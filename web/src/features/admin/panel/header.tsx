import { Menu as MenuIcon, Search } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { paths } from '@/app/pages';
import { useSite } from '@/entities/site';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { latePart } from '@/ui/start/late-part';
import { ThemeButton } from '@/ui/theme-button';
import { AccountMenu } from './account-menu';

const NavigationSheet = latePart(() => import('./navigation-sheet'));

export interface PanelHeaderProps {
  /** The page marked in the navigation. */
  current: string;
  /** The way out. */
  account: ReactNode;
  onSearch: () => void;
  onHelp: () => void;
}

export function PanelHeader({ current, account, onSearch, onHelp }: PanelHeaderProps) {
  const site = useSite();
  return (
    <header className="sticky top-0 z-20 border-b border-border bg-background print:hidden">
      <div className="mx-auto flex h-15 max-w-400 items-center gap-1 px-(--panel-margin) sm:gap-2 lg:h-16">
        <NavigationButton current={current} />
        <Link
          href={paths.home}
          className="relative grid size-9.5 shrink-0 place-items-center bg-foreground font-serif text-base leading-none font-medium text-background after:absolute after:-top-0.75 after:-right-0.75 after:size-1.75 after:bg-north max-sm:hidden"
        >
          <span aria-hidden="true">{site.monogram}</span>
          <span className="sr-only">Ir para o site</span>
        </Link>
        <h1 className="mr-auto ml-1 font-serif text-xl leading-none tracking-[-0.02em] max-sm:text-base max-sm:leading-[1.1]">
          Painel Administrativo
        </h1>
        <SearchButton onPress={onSearch} />
        <span className="max-sm:hidden">
          <ThemeButton />
        </span>
        <AccountMenu onHelp={onHelp} />
        {account}
      </div>
    </header>
  );
}

/** Opens the navigation where the rail does not fit. Its code is loaded when it is opened first. */
function NavigationButton({ current }: { current: string }) {
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Abrir o menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-ml-3 shrink-0 xl:hidden"
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
      >
        <MenuIcon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </Button>
      {used && (
        <Suspense fallback={null}>
          <NavigationSheet current={current} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

function SearchButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="ghost"
      size="small"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="shrink-0 text-muted-foreground max-lg:size-11 max-lg:px-0 lg:inset-ring lg:inset-ring-border"
      onClick={onPress}
    >
      <Search aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      <span className="max-lg:sr-only">Ir para</span>
      <span aria-hidden="true" className="rounded-sm border border-border px-1.5 font-sans text-micro max-lg:hidden">
        Ctrl K
      </span>
    </Button>
  );
}
