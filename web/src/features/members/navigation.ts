/** The entries of the members' navigation that are built. */
import {
  CircleHelp,
  GraduationCap,
  LayoutDashboard,
  Library,
  LockOpen,
  type LucideIcon,
  MessagesSquare,
  Scale,
  Settings,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react';
import { createContext, use } from 'react';
import { isLive, paths } from '@/app/pages';
import type { Access } from '@/entities/access';
import { useLocation } from '@/lib/router';

export interface Entry {
  path: string;
  label: string;
  icon: LucideIcon;
  /** The label on the phone's bar, which holds five; entries without one are in the menu only. */
  tab?: string;
  /** Open to everybody; all others need access. */
  open?: boolean;
  /** True if only subscribers may open it: the role of an administrator alone is not enough. */
  subscribers?: boolean;
  /** Open to moderators without a subscription, too. */
  staff?: boolean;
  /** True if only moderators and administrators may open it. */
  staffOnly?: boolean;
}

const ENTRIES: readonly Entry[] = [
  { path: paths.members, label: 'Painel', icon: LayoutDashboard, tab: 'Painel' },
  { path: paths.membersCommunity, label: 'Comunidade', icon: MessagesSquare, tab: 'Comunidade', staff: true },
  { path: paths.membersForum, label: 'Fórum', icon: CircleHelp, staff: true },
  { path: paths.membersDirectory, label: 'Membros', icon: Users, staff: true },
  { path: paths.contents, label: 'Conteúdos', icon: Library, open: true },
  { path: paths.membersContents, label: 'Conteúdos Exclusivos', icon: LockOpen, tab: 'Exclusivos', subscribers: true },
  { path: paths.membersLearning, label: 'Aprendizagem', icon: GraduationCap, tab: 'Aprender' },
  { path: paths.membersModeration, label: 'Moderação', icon: Scale, staff: true, staffOnly: true },
  { path: paths.membersProfile, label: 'Meu perfil', icon: UserRound, tab: 'Perfil', open: true },
];

const SETTINGS: Entry = { path: paths.membersSettings, label: 'Configurações', icon: Settings };
const ADMIN: Entry = { path: paths.admin, label: 'Admin', icon: ShieldCheck };

export type Viewer = Pick<Access, 'isAdmin' | 'isStaff' | 'hasAccess' | 'subscribed'>;

export function entriesFor({ hasAccess, isStaff, subscribed }: Viewer): readonly Entry[] {
  return ENTRIES.filter(
    ({ path, open, subscribers, staff, staffOnly }) =>
      isLive(path) &&
      (!staffOnly || isStaff) &&
      (!subscribers || subscribed) &&
      (open || hasAccess || (staff && isStaff)),
  );
}

/** The entry at the bottom: the panel for administrators, the settings for everybody else. */
export function bottomEntry({ isAdmin }: Viewer): Entry {
  return isAdmin ? ADMIN : SETTINGS;
}

/** The address of the entry that a page belongs to, where its own address does not tell. */
export const PlaceContext = createContext<string | undefined>(undefined);

/** The address by which the current entry is found. */
export function usePlace(): string {
  const { pathname } = useLocation();
  return use(PlaceContext) ?? pathname;
}

/** The dashboard is current only on itself; a list also while one of its contents is open. */
export function isCurrentEntry({ path }: Entry, pathname: string): boolean {
  if (path === paths.membersContents && pathname.startsWith(paths.membersContent(''))) return true;
  if (path === paths.membersCommunity && pathname.startsWith(paths.membersPost(''))) return true;
  if (path === paths.membersLearning && pathname.startsWith(`${path}/`)) return true;
  if (path === paths.membersDirectory && pathname.startsWith(paths.membersMember(''))) return true;
  return pathname === path;
}
