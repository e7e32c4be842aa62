/** Queries of the panel's search. Each part is asked of its own list, within the administrator's rights. */
import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { contentKind } from '@/entities/content-kind';
import type { PanelAccess } from '@/entities/panel-access';
import { signedInPaths } from '@/entities/signed-in-paths';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import { fillPath } from '@/lib/route-match';
import { fold, searchWords } from '@/lib/search-text';
import { placesOf } from '../places';

export interface Hit {
  path: string;
  label: string;
  note: string;
}

/** Hits of one group. */
const MAX_HITS = 5;

/** Shorter texts find pages only. */
export const MIN_SEARCH_LENGTH = 2;

const SETTINGS: readonly Hit[] = [
  ['Senhas', 'senhas'],
  ['Verificação em duas etapas (2FA)', '2fa'],
  ['Rate Limit', 'rate-limit'],
  ['Email', 'email'],
  ['OTP', 'otp'],
  ['Magic Link', 'magic-link'],
  ['Cadastro', 'cadastro'],
  ['Logs de Autenticação', 'logs-autenticacao'],
  ['Logs de Jobs', 'logs-jobs'],
].map(([label = '', part]) => ({
  label,
  path: signedInPaths.adminPanel({ section: 'seguranca', part }),
  note: 'Segurança',
}));

function pagesOf(access: PanelAccess): readonly Hit[] {
  const { tabs, groups } = placesOf(access);
  return [
    ...tabs.map(({ label, path }) => ({ label, path, note: 'Painel' })),
    ...groups.flatMap(({ label: group, places }) => places.map(({ label, path }) => ({ label, path, note: group }))),
    ...(access.isAdmin ? SETTINGS : []),
    { label: 'Minhas configurações', path: paths.membersSettings, note: 'Conta' },
    ...(access.isAdmin ? [{ label: 'Área de membros', path: paths.members, note: 'Site' }] : []),
    { label: 'Início do site', path: paths.home, note: 'Site' },
  ];
}

/** Returns `true` if each word of the search is in the text, ignoring accents and case. */
export function matches(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

/** All pages that somebody may open, where nothing is searched for. */
export function pagesFound(search: string, access: PanelAccess): readonly Hit[] {
  const words = searchWords(search);
  return pagesOf(access).filter(({ label, note }) => matches(`${label} ${note}`, words));
}

export function contentsFound(search: string) {
  return queryOptions({
    queryKey: ['panel-search', 'contents', search],
    enabled: search.length >= MIN_SEARCH_LENGTH,
    queryFn: async ({ signal }): Promise<readonly Hit[]> => {
      const { contents } = await ask((client) => client.rpc('panel_contents', { search }).abortSignal(signal));
      // The list also finds by text and tags: titles with the words come first.
      const words = searchWords(search);
      const named = contents.filter(({ title }) => matches(title, words));
      const others = contents.filter((content) => !named.includes(content));
      return [...named, ...others].slice(0, MAX_HITS).map(({ id, title, content_type: type, is_published }) => ({
        path: signedInPaths.adminContent(id),
        label: title,
        note: `${contentKind(type).label}, ${is_published ? 'publicado' : 'rascunho'}`,
      }));
    },
  });
}

export function peopleFound(search: string) {
  return queryOptions({
    queryKey: ['panel-search', 'people', search],
    enabled: search.length >= MIN_SEARCH_LENGTH,
    queryFn: async (): Promise<readonly Hit[]> => {
      const { people } = await functionAnswer('list-people', {
        search,
        role: null,
        subscription: null,
        state: null,
        order: null,
        page: null,
      });
      return people.slice(0, MAX_HITS).map(({ id, name, email, phone }) => ({
        path: paths.adminPerson(id),
        label: name ?? email ?? phone ?? 'Conta sem nome',
        note: name ? (email ?? '') : '',
      }));
    },
  });
}

/** Courses are few: their titles are read once and searched here. */
const MAX_COURSES = 500;

export const courseTitlesQuery = queryOptions({
  queryKey: ['panel-search', 'courses'],
  queryFn: async ({ signal }) => {
    const client = await getClient();
    const courses = client.from('courses').select(COURSE_TITLE_COLUMNS).order('sort_order').order('id');
    return unwrap(await courses.limit(MAX_COURSES).abortSignal(signal));
  },
  staleTime: 60_000,
});

const COURSE_TITLE_COLUMNS = 'id,title,is_published';

export type CourseTitle = Selected<'courses', typeof COURSE_TITLE_COLUMNS>;

export function coursesFound(courses: readonly CourseTitle[], search: string): readonly Hit[] {
  if (search.length < MIN_SEARCH_LENGTH) return [];
  const words = searchWords(search);
  return courses
    .filter(({ title }) => matches(title, words))
    .slice(0, MAX_HITS)
    .map(({ id, title, is_published }) => ({
      path: fillPath(paths.adminCourse, { id }),
      label: title,
      note: is_published ? 'Publicado' : 'Rascunho',
    }));
}
