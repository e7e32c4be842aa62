import { paths } from '@/app/pages';
import { Link } from '@/ui/link';

/** The panel's pages beside its tabs; a page that is built gets its line here. */
const PAGES = [
  { label: 'Painel', path: paths.admin },
  { label: 'Visitas', path: paths.adminVisits },
  { label: 'Pessoas', path: paths.adminPeople },
  { label: 'Membros', path: paths.adminMembers },
  { label: 'Acesso aos cursos', path: paths.adminCourseAccess },
  { label: 'Auditoria', path: paths.adminAudit },
];

/** The row may be wider than the screen: where one is stands in its middle, so that both ways on are seen. */
const intoSight = (entry: HTMLElement | null) => entry?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The second navigation: from the panel to its other pages and back. One row, which scrolls sideways where it does not fit. */
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
