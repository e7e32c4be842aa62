/** Progress of a member in a programme, and its courses that are still closed. */
import type { Begun, Course, Programme } from './queries';

/** A course in its place of a programme. */
export interface Step {
  course: Course;
  progress: number;
  isFinished: boolean;
  /** Reason why it cannot be begun yet, in words. */
  lock: string | undefined;
}

export const isMember = ({ programme_members: members }: Programme): boolean => members.length > 0;

/** The published courses of a programme in their order. */
export function stepsOf(
  programme: Programme,
  all: readonly Programme[],
  courses: readonly Course[],
  begun: readonly Begun[],
): readonly Step[] {
  const byId = new Map(courses.map((course) => [course.id, course]));
  const byCourse = new Map(begun.map((one) => [one.course_id, one]));
  /** The first course that comes before this one and is not finished. */
  const missing = (held: Programme, id: string): Course | undefined => {
    const before = held.programme_courses.slice(
      0,
      held.programme_courses.findIndex((one) => one.course_id === id),
    );
    const first = before.find((one) => byId.has(one.course_id) && !byCourse.get(one.course_id)?.completed_at);
    return first && byId.get(first.course_id);
  };
  /**
   * Returns the reason why a course is closed, by the server's rule. Only courses of programmes wait, and one programme
   * that opens them is enough.
   */
  const lockOf = (course: Course): string | undefined => {
    if (!course.is_programme_only) return undefined;
    const holding = all.filter((one) => one.programme_courses.some(({ course_id: id }) => id === course.id));
    const joined = holding.filter(isMember);
    if (joined.length === 0) return 'Abre para quem participa do programa.';
    const waits = joined.map((one) => (one.is_ordered ? missing(one, course.id) : undefined));
    const [first] = waits;
    return first && waits.every(Boolean) ? `Abre quando você concluir o curso “${first.title}”.` : undefined;
  };
  return programme.programme_courses.flatMap(({ course_id: id }) => {
    const course = byId.get(id);
    const own = byCourse.get(id);
    return course
      ? [{ course, progress: own?.progress ?? 0, isFinished: Boolean(own?.completed_at), lock: lockOf(course) }]
      : [];
  });
}
