import { useSyncExternalStore } from 'react';
import { hasStoredSession } from '@/entities/stored-session';
import { paths } from '../pages';

export interface NavigationItem {
  path: string;
  label: string;
}

export interface Solution extends NavigationItem {
  about: string;
  comingSoon?: boolean;
}

/** The top bar. 'Soluções' stands between Sobre and Planos. */
export const topItems: Record<'before' | 'after', readonly NavigationItem[]> = {
  before: [
    { path: paths.home, label: 'Início' },
    { path: paths.about, label: 'Sobre' },
  ],
  after: [
    { path: paths.pricing, label: 'Planos' },
    { path: paths.blog(), label: 'Blog' },
    { path: paths.contact, label: 'Contato' },
  ],
};

export const solutions: readonly Solution[] = [
  { path: paths.mentoring, label: 'Mentoria', about: 'Acompanhamento individual para quem dirige' },
  { path: paths.membersWelcome, label: 'Comunidade', about: 'Líderes de setores distintos, com método e sigilo' },
  {
    path: paths.software,
    label: 'Software de gestão',
    about: 'Finanças, vendas, operações e pessoas em um lugar',
    comingSoon: true,
  },
  { path: paths.coaching, label: 'Coaching', about: 'Desenvolvimento de quem lidera equipes' },
];

export const searchItem: NavigationItem = { path: paths.search, label: 'Buscar' };
export const loginItem: NavigationItem = { path: paths.membersWelcome, label: 'Login' };
const membersItem: NavigationItem = { path: paths.members, label: 'Área de membros' };

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The login, or the members' area where this browser has a session; the server knows of none. */
export const useAccountItem = (): NavigationItem =>
  useSyncExternalStore(subscribe, hasStoredSession, () => false) ? membersItem : loginItem;

export const footerItems: readonly NavigationItem[] = [
  { path: paths.about, label: 'Sobre' },
  { path: paths.career, label: 'Trajetória' },
  { path: paths.mentoring, label: 'Mentoria' },
  { path: paths.contents, label: 'Conteúdos' },
  { path: paths.contact, label: 'Contato' },
  { path: paths.admin, label: 'Administração' },
];

export const legalItems: readonly NavigationItem[] = [
  { path: paths.privacy, label: 'Privacidade' },
  { path: paths.terms, label: 'Termos' },
];

/** The home page is current only on itself, other entries also on the pages below them. */
export function isCurrent(path: string, pathname: string): boolean {
  return path === paths.home ? pathname === path : pathname === path || pathname.startsWith(`${path}/`);
}
