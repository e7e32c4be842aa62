/** The pages of the panel, by group, as its navigation and its search show them. */
import {
  Activity,
  Award,
  ChartNoAxesColumn,
  ClipboardList,
  DatabaseBackup,
  Gift,
  GraduationCap,
  HeartPulse,
  History,
  Images,
  KeyRound,
  LayoutDashboard,
  Library,
  ListChecks,
  type LucideIcon,
  Mail,
  PencilLine,
  ReceiptText,
  Scale,
  Send,
  ShieldCheck,
  Tags,
  Users,
} from 'lucide-react';
import { paths } from '@/app/pages';
import type { PanelAccess } from '@/entities/panel-access';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';

export interface Place {
  label: string;
  path: string;
  icon: LucideIcon;
}

/** A tab of the panel's first page; `section` is its word in the address. */
export interface TabPlace extends Place {
  section: string;
}

const tab = (section: string, label: string, icon: LucideIcon): TabPlace => ({
  section,
  label,
  icon,
  path: signedInPaths.adminPanel({ section }),
});

export const TABS = [
  tab('visao-geral', 'Visão Geral', LayoutDashboard),
  tab('conteudos', 'Conteúdos', Library),
  tab('categorias', 'Categorias', Tags),
  tab('seguranca', 'Segurança', ShieldCheck),
] as const;

export interface Group {
  label: string;
  places: readonly Place[];
}

export const GROUPS: readonly Group[] = [
  {
    label: 'Conteúdo',
    places: [
      { label: 'Novo conteúdo', path: signedInPaths.adminContent(NEW_CONTENT), icon: PencilLine },
      { label: 'Mídia', path: paths.adminMedia, icon: Images },
      { label: 'Cartas', path: paths.adminCampaigns, icon: Send },
      { label: 'Visitas', path: paths.adminVisits, icon: ChartNoAxesColumn },
    ],
  },
  {
    label: 'Pessoas',
    places: [
      { label: 'Pessoas', path: paths.adminPeople, icon: Users },
      { label: 'Mensagens', path: paths.adminMessages, icon: Mail },
      { label: 'Lista de espera', path: paths.adminWaitlist, icon: ClipboardList },
    ],
  },
  {
    label: 'Receita',
    places: [
      { label: 'Membros', path: paths.adminMembers, icon: Gift },
      { label: 'Cobranças', path: paths.adminCharges, icon: ReceiptText },
    ],
  },
  {
    label: 'Comunidade',
    places: [{ label: 'Moderação', path: paths.adminModeration, icon: Scale }],
  },
  {
    label: 'Aprendizagem',
    places: [
      { label: 'Cursos', path: paths.adminCourses, icon: GraduationCap },
      { label: 'Programas', path: signedInPaths.adminProgrammes, icon: ListChecks },
      { label: 'Certificados', path: paths.adminCertificates, icon: Award },
      { label: 'Acesso aos cursos', path: paths.adminCourseAccess, icon: KeyRound },
    ],
  },
  {
    label: 'Sistema',
    places: [
      { label: 'Saúde', path: paths.adminHealth, icon: HeartPulse },
      { label: 'Auditoria', path: paths.adminAudit, icon: History },
      { label: 'Tarefas', path: paths.adminTasks, icon: Activity },
      { label: 'Cópias', path: paths.adminCopies, icon: DatabaseBackup },
    ],
  },
];

/** Pages of the panel that are open to editors. */
const EDITORS: readonly string[] = [
  'visao-geral',
  'conteudos',
  signedInPaths.adminContent(NEW_CONTENT),
  paths.adminMedia,
];

export interface Places {
  tabs: readonly TabPlace[];
  groups: readonly Group[];
}

/** The pages that somebody may open. */
export function placesOf({ isAdmin, isModerator }: PanelAccess): Places {
  if (isAdmin) return { tabs: TABS, groups: GROUPS };
  const isOpen = ({ path }: Place) => EDITORS.includes(path) || (isModerator && path === paths.adminModeration);
  // Moderators have the queue in the members' area.
  const moved = (place: Place) =>
    place.path === paths.adminModeration ? { ...place, path: paths.membersModeration } : place;
  const groups = GROUPS.map(({ label, places }) => ({ label, places: places.filter(isOpen).map(moved) }));
  return {
    tabs: TABS.filter(({ section }) => EDITORS.includes(section)),
    groups: groups.filter(({ places }) => places.length > 0),
  };
}
