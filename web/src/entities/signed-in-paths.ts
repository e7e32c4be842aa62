/** The builders of links that only pages behind the sign-in need: every byte of pages.ts is on every public page. */

import { paths } from '@/app/pages';
import { withQuery } from '@/lib/query-string';
import { fillPath } from '@/lib/route-match';

/** Takes the place of an id where the content does not exist yet. */
export const NEW_CONTENT = 'novo';

export const signedInPaths = {
  membersFound: (search: string | undefined) => withQuery(paths.membersDirectory, { busca: search }),
  membersContentsFound: ({ search, type }: ExclusiveFilters) =>
    withQuery(paths.membersContents, { busca: search, tipo: type }),
  adminPanel: ({ section, part }: AdminPlace) => withQuery(paths.admin, { aba: section, parte: part }),
  /** A content being written; `NEW_CONTENT` before it exists. */
  adminContent: (id: string) => fillPath(paths.adminContent, { id }),
  /** A content as its readers will see it. */
  adminPreview: (id: string, { isMember, isPhone }: PreviewView = { isMember: false, isPhone: false }) =>
    withQuery(fillPath(paths.adminContentPreview, { id }), {
      como: isMember ? 'membro' : undefined,
      tela: isPhone ? 'celular' : undefined,
    }),
  /** The list of contents as it is filtered. */
  adminContents: (filters: Record<string, string | undefined> = {}) =>
    withQuery(paths.admin, { aba: 'conteudos', ...filters }),
  /** The form of a lesson, over its course. */
  adminLesson: (course: string, lesson: string) =>
    withQuery(fillPath(paths.adminCourse, { id: course }), { aula: lesson }),
  adminProgrammes: withQuery(paths.adminCourses, { parte: 'programas' }),
  /** The members of whom this changed in the last seven days. */
  adminMembersOf: ({ change }: { change: string }) => withQuery(paths.adminMembers, { mudanca: change }),
  adminChargesOf: (state: string) => withQuery(paths.adminCharges, { situacao: state }),
  adminMessagesOf: (state: string) => withQuery(paths.adminMessages, { situacao: state }),
  adminMessagesFrom: (email: string) => withQuery(paths.adminMessages, { busca: email }),
  adminFailedTasks: withQuery(paths.adminTasks, { situacao: 'failed' }),
  adminTasksOf: (queue: string) => withQuery(paths.adminTasks, { fila: queue }),
  adminAuditOf: (person: string) => withQuery(paths.adminAudit, { pessoa: person }),
} as const;

/** Reader and device of a preview. */
export interface PreviewView {
  isMember: boolean;
  isPhone: boolean;
}

/** Filters of the exclusive contents. Empty means all. */
export interface ExclusiveFilters {
  search?: string | undefined;
  type?: string | undefined;
}

/** Place in the administrator's panel. */
export interface AdminPlace {
  /** The open tab's word in the address. */
  section?: string | undefined;
  /** The open part of the tab, where it has parts. */
  part?: string | undefined;
}
