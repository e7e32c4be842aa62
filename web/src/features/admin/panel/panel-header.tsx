import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { useSite } from '@/lib/site';
import { Link } from '@/ui/link';
import { ThemeButton } from '@/ui/theme-button';

/** The bar that stays: the way back to the site, the panel's name, theme and account. */
export function PanelHeader({ account }: { account: ReactNode }) {
  const site = useSite();
  return (
    <header className="sticky top-0 z-20 border-b border-border bg-background">
      <div className="mx-auto flex h-15 max-w-360 items-center gap-3 px-[clamp(1.25rem,3vw,3rem)] lg:h-16">
        <Link
          href={paths.home}
          className="relative grid size-9.5 shrink-0 place-items-center bg-foreground font-serif text-base leading-none font-medium text-background after:absolute after:-top-0.75 after:-right-0.75 after:size-1.75 after:bg-north"
        >
          <span aria-hidden="true">{site.monogram}</span>
          <span className="sr-only">Ir para o site</span>
        </Link>
        <h1 className="mr-auto font-serif text-xl leading-none tracking-[-0.02em] max-sm:text-lede">
          Painel Administrativo
        </h1>
        <ThemeButton />
        {account}
      </div>
    </header>
  );
}
