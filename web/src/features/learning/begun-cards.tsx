import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { CourseCover } from '@/entities/course/course-cover';
import { Link } from '@/ui/link';
import { Progress } from '@/ui/progress';
import { begunCourses } from './catalogue';
import { courseHref } from './course-card';
import { begunQuery, coursesQuery } from './queries';

/** Courses to go on with, each a card that leads to its next lesson. */
const MAX_CARDS = 2;

/** The cards of the courses begun last; null while they are loading, none where they cannot be read. */
export function useBegunCards(enabled: boolean): readonly ReactElement[] | null {
  const courses = useQuery({ ...coursesQuery(), enabled });
  const begun = useQuery({ ...begunQuery(), enabled });
  if (!enabled || courses.isError || begun.isError) return [];
  if (!courses.data || !begun.data) return null;
  const byCourse = new Map(begun.data.map((one) => [one.course_id, one]));
  return begunCourses(courses.data, begun.data)
    .slice(0, MAX_CARDS)
    .map((course) => {
      const state = byCourse.get(course.id);
      return (
        <Link
          key={course.id}
          href={courseHref(course, state)}
          className="group grid h-full grid-cols-[5.5rem_minmax(0,1fr)] border border-border bg-card transition-colors duration-(--dur-1) hover:border-foreground"
        >
          <CourseCover course={course} className="h-full min-h-30" />
          <div className="grid content-between gap-3 p-4">
            <div>
              <p className="type-meta">Curso</p>
              <h3 className="type-title-3 decoration-north decoration-2 underline-offset-4 group-hover:underline">
                {course.title}
              </h3>
            </div>
            <Progress value={state?.progress ?? 0} />
          </div>
        </Link>
      );
    });
}
