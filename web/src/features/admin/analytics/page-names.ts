/** The names of public pages, by path: what the navigation calls them, or the title of what they show. */
import { findPage, paths } from '@/app/pages';

const NAMES: Readonly<Record<string, string>> = {
  [paths.home]: 'Início',
  [paths.about]: 'Sobre',
  [paths.solutions]: 'Soluções',
  [paths.mentoring]: 'Mentoria',
  [paths.coaching]: 'Coaching',
  [paths.software]: 'Software de gestão',
  [paths.blog()]: 'Blog',
  [paths.contents]: 'Conteúdos',
  [paths.contentArticles]: 'Conteúdos: artigos',
  [paths.contentVideos]: 'Conteúdos: vídeos',
  [paths.contentPodcasts]: 'Conteúdos: podcasts',
  [paths.methodology]: 'Máquina de execução',
  [paths.pricing]: 'Planos',
  [paths.contact]: 'Contato',
  [paths.courses]: 'Cursos',
  [paths.privacy]: 'Privacidade',
  [paths.terms]: 'Termos',
  [paths.membersWelcome]: 'Apresentação da área de membros',
};

/** The id in the address of a page of that kind. */
export function idIn(path: string, kind: 'article' | 'course'): string | undefined {
  const { page, params } = findPage(path);
  const isKind = page.path === (kind === 'article' ? '/blog/:id' : '/cursos/:id');
  return isKind ? params.id : undefined;
}

export type Titles = ReadonlyMap<string, string> | undefined;

/** What a page is called; its path where nobody knows. */
export function pageName(path: string, articles: Titles, courses: Titles): string {
  const [article, course] = [idIn(path, 'article'), idIn(path, 'course')];
  const title = (article && articles?.get(article)) || (course && courses?.get(course));
  if (title) return course ? `Curso: ${title}` : title;
  return NAMES[path] ?? path;
}
