import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/paths';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { ButtonLink, Link } from '@/ui/link';
import { ThemeButton } from '@/ui/theme-button';

export interface MembersPageProps {
  title: string;
  /** Stands at the end of the bar. */
  account: ReactNode;
  children: ReactNode;
}

/** What stands around every page of the members' area: the way back to the site, where one is, theme and account. */
export function MembersPage({ title, account, children }: MembersPageProps) {
  const site = useSite();
  return (
    <>
      <Head title={`${title} · Área de membros`} description="Área de membros." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <header className="sticky top-0 z-20 border-b border-border bg-background">
        <div className="mx-auto flex h-15 max-w-360 items-center gap-3 px-[clamp(1.25rem,3vw,3rem)] lg:h-16">
          <Link
            href={paths.home}
            className="relative grid size-11 shrink-0 place-items-center bg-foreground font-serif text-base leading-none font-medium text-background after:absolute after:-top-0.75 after:-right-0.75 after:size-1.75 after:bg-north lg:size-9.5"
          >
            <span aria-hidden="true">{site.monogram}</span>
            <span className="sr-only">Ir para o site</span>
          </Link>
          <p className="mr-auto font-label type-ui">{title}</p>
          <ButtonLink
            href={paths.membersSettings}
            variant="ghost"
            size="icon"
            aria-label="Configurações"
            title="Configurações"
          >
            <Settings aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          </ButtonLink>
          <ThemeButton />
          {account}
        </div>
      </header>
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto max-w-360 px-[clamp(1.25rem,3vw,3rem)] pt-[clamp(1.75rem,3vw,2.75rem)] pb-20 focus:outline-none"
      >
        {children}
      </main>
    </>
  );
}
