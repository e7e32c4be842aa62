import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { Link } from '@/ui/link';
import { ThemeButton } from '@/ui/theme-button';

export interface PanelPageProps {
  title: string;
  path: string;
  account: ReactNode;
  children: ReactNode;
}

/** A page of the panel that is not one of its tabs. */
export function PanelPage({ title, path, account, children }: PanelPageProps) {
  return (
    <>
      <Head title={`${title} · Painel Administrativo`} description="Administração do site." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <PanelHeader account={account} />
      <div className="mx-auto max-w-360 px-[clamp(1.25rem,3vw,3rem)] pt-2 pb-20">
        <PanelPages current={path} />
        <main id="conteudo" tabIndex={-1} className="focus:outline-none">
          {children}
        </main>
      </div>
    </>
  );
}

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

const PAGES = [
  { label: 'Painel', path: paths.admin },
  { label: 'Visitas', path: paths.adminVisits },
  { label: 'Pessoas', path: paths.adminPeople },
  { label: 'Membros', path: paths.adminMembers },
  { label: 'Cursos', path: paths.adminCourses },
  { label: 'Certificados', path: paths.adminCertificates },
  { label: 'Acesso aos cursos', path: paths.adminCourseAccess },
  { label: 'Lista de espera', path: paths.adminWaitlist },
  { label: 'Moderação', path: paths.membersModeration },
  { label: 'Auditoria', path: paths.adminAudit },
  { label: 'Tarefas', path: paths.adminTasks },
];

/** The row may be wider than the screen: the current entry is centred, so that both sides are visible. */
const intoSight = (entry: HTMLElement | null) => entry?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The panel's navigation to its other pages and back: one row, which scrolls sideways where it does not fit. */
export function PanelPages({ current }: { current: string }) {
  return (
    <nav aria-label="Páginas do painel">
      <ul className="flex gap-x-6 border-b border-border [scrollbar-width:none] max-lg:-mx-[clamp(1.25rem,3vw,3rem)] max-lg:overflow-x-auto max-lg:px-[clamp(1.25rem,3vw,3rem)] lg:flex-wrap">
        {PAGES.map(({ label, path }) => (
          <li key={path} ref={path === current ? intoSight : null}>
            <Link
              href={path}
              aria-current={path === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center whitespace-nowrap type-meta hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:font-label aria-[current]:text-foreground"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
