import { useQuery } from '@tanstack/react-query';
import { coursesQuery } from '../queries';

/** The title of a course by its id; the id while it is not known. */
export function useCourseNames(): (id: string) => string {
  const courses = useQuery(coursesQuery).data;
  return (id) => courses?.find((course) => course.id === id)?.title ?? id;
}
