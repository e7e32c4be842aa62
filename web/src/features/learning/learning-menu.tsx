import { useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  ChartNoAxesColumn,
  CirclePlay,
  ClipboardCheck,
  Folder,
  Heart,
  LayoutGrid,
  type LucideIcon,
  NotebookPen,
  Settings,
  Trophy,
  UserRoundPlus,
} from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/lib/cx';
import { useLocation } from '@/lib/router';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ChipLink } from '@/ui/chip';
import { ButtonLink, Link } from '@/ui/link';
import { Sheet } from '@/ui/sheet';
import { begunCourses, inCategory } from './catalogue';
import { FIRST_CATEGORY, learningPaths } from './links';
import { begunQuery, coursesQuery } from './queries';
import { CATEGORIES, learningText } from './text';

interface Entry {
  href: string;
  label: string;
  icon: LucideIcon;
  isNew?: boolean;
}

/** The member's own pages. */
const ENTRIES: readonly Entry[] = [
  { href: learningPaths.catalogue(), label: 'Início', icon: LayoutGrid },
  { href: learningPaths.place('continuar'), label: 'Continuar estudando', icon: CirclePlay },
  { href: learningPaths.place('ranking'), label: 'Ranking', icon: Trophy },
  { href: learningPaths.place('favoritos'), label: 'Favoritos', icon: Heart },
  { href: learningPaths.place('planos'), label: 'Planos', icon: CalendarDays },
  { href: learningPaths.place('diagnostico'), label: 'Diagnóstico', icon: ClipboardCheck },
  { href: learningPaths.place('painel'), label: 'Dashboard', icon: ChartNoAxesColumn },
  { href: learningPaths.place('anotacoes'), label: 'Minhas anotações', icon: NotebookPen },
  { href: learningPaths.place('programas'), label: 'Meus programas', icon: Folder, isNew: true },
  { href: learningPaths.place('configuracoes'), label: 'Configurações', icon: Settings },
];

const linkClass = cx(
  'relative flex min-h-11 items-center gap-2.5 rounded-md px-3 type-ui whitespace-nowrap transition-colors duration-(--dur-1) hover:bg-accent lg:min-h-9.5',
  'aria-[current]:bg-accent aria-[current]:font-label aria-[current]:before:absolute aria-[current]:before:inset-y-2 aria-[current]:before:-left-3 aria-[current]:before:w-0.75 aria-[current]:before:bg-north',
);

function useCategories() {
  const { data: courses = [] } = useQuery(coursesQuery());
  const { data: begun = [] } = useQuery(begunQuery());
  return [
    { id: FIRST_CATEGORY, label: 'Continuar', count: begunCourses(courses, begun).length },
    ...CATEGORIES.map(({ id, label }) => ({ id, label, count: inCategory(courses, id).length })),
    { id: 'todos', label: learningText.allCourses, count: courses.length },
  ];
}

/** The menu as a column beside the page. `category`: the open one, on the catalogue. */
export function LearningColumn({ category }: { category?: string }) {
  const categories = useCategories();
  return (
    <aside aria-label="Aprendizagem" className="w-64 border-r border-border max-lg:hidden print:hidden">
      <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-3 pb-4">
        <p className="flex h-16 shrink-0 items-center pl-3 font-label type-ui">Aprendizagem</p>
        <nav aria-label="Categorias de cursos">
          <ul className="grid gap-0.5">
            {categories.map(({ id, label, count }) => (
              <li key={id}>
                <Link
                  href={learningPaths.catalogue({ category: id })}
                  aria-current={id === category ? 'page' : undefined}
                  className={linkClass}
                >
                  {label}
                  <span className="ml-auto text-small text-muted-foreground tabular-nums">
                    {count}
                    <span className="sr-only">{count === 1 ? ' curso' : ' cursos'}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="mt-6 mb-2 pl-3 type-meta">Meu espaço</p>
        <OwnEntries isCatalogueOpen={category !== undefined} />
        <InviteLink className="mt-auto" />
      </div>
    </aside>
  );
}

/** `isCatalogueOpen`: the open category is marked above, as the one current entry. */
function OwnEntries({ isCatalogueOpen }: { isCatalogueOpen: boolean }) {
  const { pathname, search } = useLocation();
  const here = isCatalogueOpen ? undefined : pathname + search;
  return (
    <nav aria-label="Meu espaço de aprendizagem">
      <ul className="grid grid-cols-1 gap-0.5">
        {ENTRIES.map(({ href, label, icon: Icon, isNew }) => (
          <li key={href}>
            <Link href={href} aria-current={href === here ? 'page' : undefined} className={linkClass}>
              <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.6} />
              {label}
              {isNew && (
                <Badge tone="new" className="ml-auto">
                  NOVO
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function InviteLink({ className }: { className: string }) {
  return (
    <ButtonLink
      href={learningPaths.place('convidar')}
      variant="line"
      size="small"
      className={cx('shrink-0', className)}
    >
      <UserRoundPlus aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Convidar
    </ButtonLink>
  );
}

/** The menu above the page, on small screens: categories as chips, the rest in a sheet. */
export function LearningStrip({ category }: { category?: string }) {
  const categories = useCategories();
  const [open, setOpen] = useState(false);
  return (
    <div className="-mx-(--page-margin) mb-6 flex items-center gap-2 px-(--page-margin) lg:hidden print:hidden">
      <Button variant="line" size="small" className="shrink-0" onClick={() => setOpen(true)}>
        Meu espaço<span className="sr-only"> de aprendizagem</span>
      </Button>
      <nav aria-label="Categorias de cursos" className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
        <ul className="flex w-max gap-2 py-1 pr-(--page-margin)">
          {categories.map(({ id, label }) => (
            <li key={id}>
              <ChipLink href={learningPaths.catalogue({ category: id })} current={id === category}>
                {label}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      <Sheet open={open} onOpenChange={setOpen} title="Meu espaço">
        {/* A chosen entry closes the sheet. */}
        <div onClickCapture={() => setOpen(false)}>
          <OwnEntries isCatalogueOpen={false} />
          <InviteLink className="mt-6" />
        </div>
      </Sheet>
    </div>
  );
}
