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
  [paths.contentDocuments]: 'Conteúdos: documentos',
  [paths.contentLinks]: 'Conteúdos: links',
  [paths.letters]: 'Cartas',
  [paths.methodology]: 'Máquina de execução',
  [paths.pricing]: 'Planos',
  [paths.contact]: 'Contato',
  [paths.courses]: 'Cursos',
  [paths.privacy]: 'Privacidade',
  [paths.terms]: 'Termos',
  [paths.membersWelcome]: 'Apresentação da área de membros',
};

/** Paths of the pages of each kind. */
const KIND_PATHS = { article: ['/blog/:id', '/cartas/:id'], course: ['/cursos/:id'] };

/** The id in the address of a page of that kind. */
export function idIn(path: string, kind: 'article' | 'course'): string | undefined {
  const { page, params } = findPage(path);
  const isKind = KIND_PATHS[kind].includes(page.path);
  return isKind ? params.id : undefined;
}

/** Titles of the items that addresses lead to, by the part of the address that names them. */
export type Titles = ReadonlyMap<string, { id: string; title: string }> | undefined;

/** Returns the name of a page, or its path if the name is unknown. */
export function pageName(path: string, articles: Titles, courses: Titles): string {
  const [article, course] = [idIn(path, 'article'), idIn(path, 'course')];
  const title = (article && articles?.get(article)?.title) || (course && courses?.get(course)?.title);
  if (title) return course ? `Curso: ${title}` : title;
  return NAMES[path] ?? path;
}

export interface RankedPage {
  name: string;
  href: string;
  count: number;
}

/** Pages by their names, the most seen first. A content that is read at its id and at its readable address is one page. */
export function rankedPages(
  pages: readonly { path: string; views: number }[],
  articles: Titles,
  courses: Titles,
): RankedPage[] {
  const ranked = new Map<string, RankedPage>();
  for (const { path, views } of pages) {
    const key = articles?.get(idIn(path, 'article') ?? '')?.id ?? path;
    const known = ranked.get(key);
    if (known) known.count += views;
    else ranked.set(key, { name: pageName(path, articles, courses), href: path, count: views });
  }
  return [...ranked.values()].sort((one, other) => other.count - one.count);
}
