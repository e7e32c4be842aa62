/** The addresses of the course editor. */
import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { withQuery } from '@/lib/query-string';
import { fillPath } from '@/lib/route-match';

/** The parts of a course's page, by their word in the address. */
export type CoursePart = 'aulas' | 'dados' | 'acesso' | 'numeros';

export interface CoursePlace {
  part?: CoursePart | undefined;
  /** The lesson in the form. */
  lesson?: string | undefined;
}

export const editorPaths = {
  course: (id: string, { part, lesson }: CoursePlace = {}) =>
    withQuery(fillPath(paths.adminCourse, { id }), { parte: part === 'aulas' ? undefined : part, aula: lesson }),
  /** The course as visitors see it. */
  publicPage: (id: string) => paths.course(id),
  programmes: signedInPaths.adminProgrammes,
  /** The course and its lessons as members see them. */
  asMember: (id: string) => fillPath(paths.membersCourse, { id }),
  lessonAsMember: (id: string) => fillPath(paths.membersLesson, { id }),
};
