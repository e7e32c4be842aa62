import { paths } from '../paths';
import { isLive } from '../routes';

export interface NavigationItem {
  path: string;
  label: string;
}

export interface Solution extends NavigationItem {
  about: string;
  comingSoon?: boolean;
}

const alive = <Item extends NavigationItem>(items: readonly Item[]) => items.filter((item) => isLive(item.path));

/** The top bar. 'Soluções' stands between Sobre and Planos. */
export const topItems = () => ({
  before: alive([
    { path: paths.home, label: 'Início' },
    { path: paths.about, label: 'Sobre' },
  ]),
  after: alive([
    { path: paths.pricing, label: 'Planos' },
    { path: paths.blog(), label: 'Blog' },
    { path: paths.contact, label: 'Contato' },
  ]),
});

export const solutions = () =>
  alive<Solution>([
    { path: paths.mentoring, label: 'Mentoria', about: 'Acompanhamento individual para quem dirige' },
    { path: paths.membersWelcome, label: 'Comunidade', about: 'Líderes de setores distintos, com método e sigilo' },
    {
      path: paths.software,
      label: 'Software de gestão',
      about: 'Finanças, vendas, operações e pessoas em um lugar',
      comingSoon: true,
    },
    { path: paths.coaching, label: 'Coaching', about: 'Desenvolvimento de quem lidera equipes' },
  ]);

export const loginItem = () => alive([{ path: paths.membersWelcome, label: 'Login' }])[0];

export const footerItems = () =>
  alive([
    { path: paths.about, label: 'Sobre' },
    { path: paths.career, label: 'Trajetória' },
    { path: paths.mentoring, label: 'Mentoria' },
    { path: paths.contents, label: 'Conteúdos' },
    { path: paths.contact, label: 'Contato' },
    { path: paths.admin, label: 'Administração' },
  ]);

/** What the law asks for, in the footer's last line. */
export const legalItems = () =>
  alive([
    { path: paths.privacy, label: 'Privacidade' },
    { path: paths.terms, label: 'Termos' },
  ]);

/** Home is current only on itself, other entries also on what lies below them. */
export function isCurrent(path: string, pathname: string): boolean {
  return path === paths.home ? pathname === path : pathname === path || pathname.startsWith(`${path}/`);
}
