import { paths } from '@/app/paths';
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

/** The second navigation: from the panel to its other pages and back. */
export function PanelPages({ current }: { current: string }) {
  return (
    <nav aria-label="Páginas do painel">
      <ul className="flex flex-wrap gap-x-6 border-b border-border">
        {PAGES.map(({ label, path }) => (
          <li key={path}>
            <Link
              href={path}
              aria-current={path === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center type-meta hover:text-foreground aria-[current]:font-label aria-[current]:text-foreground"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
