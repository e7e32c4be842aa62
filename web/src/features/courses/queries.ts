/** A published course as visitors read it. */
import { queryOptions } from '@tanstack/react-query';
import type { LessonKind } from '@/entities/course/course';
import type { Selected } from '@/lib/backend';

/**
 * Columns of a course, except the number of students. That number changes with every lesson that somebody opens, and
 * the page with it.
 */
const COURSE =
  'id,title,description,requirements,instructor,thumbnail,categories,tags,level,entitlement,is_programme_only,has_certificate,reviews_count,rating,updated_at' as const;
const LESSON = 'id,title,summary,kind,duration_seconds,is_sample,opens_after_days,requires_lesson_id' as const;

export type PublicLesson = Selected<'lessons', typeof LESSON> & { kind: LessonKind };

export interface PublicModule {
  id: string;
  title: string;
  lessons: readonly PublicLesson[];
}

export type PublicCourse = Selected<'courses', typeof COURSE> & { course_modules: readonly PublicModule[] };

const SAMPLE = 'id,title,kind,body,file_url,duration_seconds';

export type Sample = Selected<'lessons', typeof SAMPLE> & { kind: LessonKind };

const REVIEW = 'rating,content,created_at';

export type PublicReview = Selected<'course_reviews', typeof REVIEW>;

const MAX_REVIEWS = 6;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fetched with the first request: a rendered page needs none. */
const backend = () => import('@/lib/backend');

const LISTED =
  'id,title,description,instructor,thumbnail,categories,tags,level,entitlement,lessons,reviews_count,rating' as const;

/** A course in the list of all. */
export type ListedCourse = Selected<'courses', typeof LISTED>;

/** More courses than an installation has. */
const MAX_COURSES = 200;

/** The published courses in the order of the catalogue. */
export const publicCoursesQuery = queryOptions({
  queryKey: ['courses'],
  queryFn: async ({ signal }): Promise<ListedCourse[]> => {
    const { rest, unwrap } = await backend();
    const published = rest.from('courses').select(LISTED).eq('is_published', true);
    return unwrap(await published.order('sort_order').order('id').limit(MAX_COURSES).abortSignal(signal));
  },
});

/** Null where no such course is published. */
export function publicCourseQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', id],
    queryFn: async ({ signal }): Promise<PublicCourse | null> => {
      if (!UUID.test(id)) return null;
      const { rest } = await backend();
      const { data, error } = await rest
        .from('courses')
        .select(`${COURSE},course_modules(id,title,lessons(${LESSON}))`)
        .eq('id', id)
        .eq('is_published', true)
        .order('sort_order', { referencedTable: 'course_modules' })
        .order('id', { referencedTable: 'course_modules' })
        .order('sort_order', { referencedTable: 'course_modules.lessons' })
        .order('id', { referencedTable: 'course_modules.lessons' })
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data as PublicCourse | null;
    },
  });
}

/** The lesson that is open to everybody. Returns `null` if there is none. */
export function sampleQuery(course: string) {
  return queryOptions({
    queryKey: ['courses', course, 'sample'],
    queryFn: async ({ signal }): Promise<Sample | null> => {
      const { rest } = await backend();
      const sample = rest.from('lessons').select(SAMPLE).eq('course_id', course);
      const { data, error } = await sample.eq('is_sample', true).limit(1).abortSignal(signal).maybeSingle();
      if (error) throw error;
      return data as Sample | null;
    },
  });
}

/** Reviews that members wrote about the course and show to visitors. */
export function publicReviewsQuery(course: string) {
  return queryOptions({
    queryKey: ['courses', course, 'reviews'],
    queryFn: async ({ signal }): Promise<PublicReview[]> => {
      const { rest, unwrap } = await backend();
      const reviews = rest.from('course_reviews').select(REVIEW).eq('course_id', course);
      const written = reviews.eq('is_public', true).neq('content', '').order('updated_at', { ascending: false });
      return unwrap(await written.limit(MAX_REVIEWS).abortSignal(signal));
    },
  });
}
