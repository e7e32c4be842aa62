/** Courses as their editor reads them: the rules open drafts to administrators only. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LessonKind } from '@/entities/course/course';
import type { Lock } from '@/entities/lesson-lock';
import type { Database } from '@/generated/database';
import { ask, containing, getClient, type Page, type Row, readPage, type Selected, unwrap } from '@/lib/backend';
import type { FilterValues } from '@/widgets/filters';

type Procedures = Database['public']['Functions'];

export type Course = Row<'courses'>;

const ROW =
  'id,title,level,categories,is_published,visible_from,lessons,students_count,reviews_count,rating,updated_at';

export type CourseRow = Selected<'courses', typeof ROW>;

type WireOutline = NonNullable<Procedures['course_outline']['Returns']>;
type WireLesson = WireOutline['modules'][number]['lessons'][number];

/** A lesson in the order of its course. */
export interface OutlineLesson extends Omit<WireLesson, 'kind'> {
  kind: LessonKind;
}

export interface OutlineModule {
  id: string;
  title: string;
  lessons: readonly OutlineLesson[];
}

export interface Outline {
  /** Stands for this order. */
  version: string;
  modules: readonly OutlineModule[];
}

export type Media = NonNullable<WireLesson['media']>;
export type Figures = NonNullable<Procedures['course_figures']['Returns']>;
export type Lesson = Row<'lessons'>;
export type Question = Row<'quiz_questions'>;

const COURSES = ['admin-courses'] as const;

export const courseKeys = {
  all: COURSES,
  course: (id: string) => [...COURSES, 'course', id] as const,
  outline: (id: string) => [...COURSES, 'outline', id] as const,
  lesson: (id: string) => [...COURSES, 'lesson', id] as const,
  figures: (id: string) => [...COURSES, 'figures', id] as const,
  programmes: [...COURSES, 'programmes'] as const,
  missingCaptions: [...COURSES, 'missing-captions'] as const,
};

/** Key of the courses as members see them. They are stale after each change. */
export const MEMBERS_LEARNING = ['learning'] as const;

const PER_PAGE = 25;

export type CourseFilters = FilterValues<{ search: string; state: 'publicado' | 'rascunho' }>;

export function courseListQuery({ search, state, page }: CourseFilters) {
  return queryOptions({
    queryKey: [...COURSES, 'list', { search, state, page }],
    queryFn: async ({ signal }): Promise<Page<CourseRow>> => {
      let query = (await getClient())
        .from('courses')
        .select(ROW, { count: 'exact' })
        .order('sort_order')
        .order('id')
        .range((page - 1) * PER_PAGE, page * PER_PAGE - 1)
        .abortSignal(signal);
      if (search) query = query.or([containing('title', search), containing('instructor', search)].join());
      if (state) query = query.eq('is_published', state === 'publicado');
      return readPage(await query, PER_PAGE);
    },
    staleTime: 0,
  });
}

export function courseQuery(id: string) {
  return queryOptions({
    queryKey: courseKeys.course(id),
    queryFn: ({ signal }): Promise<Course | null> =>
      ask((client) => client.from('courses').select('*').eq('id', id).abortSignal(signal).maybeSingle()),
    staleTime: 0,
  });
}

export function outlineQuery(id: string) {
  return queryOptions({
    queryKey: courseKeys.outline(id),
    queryFn: async ({ signal }): Promise<Outline | null> => {
      const outline = await ask((client) => client.rpc('course_outline', { course_id: id }).abortSignal(signal));
      return (outline ?? null) as Outline | null;
    },
    staleTime: 0,
  });
}

/** A lesson with its questions. Returns `null` if there is none. */
export function lessonQuery(id: string) {
  return queryOptions({
    queryKey: courseKeys.lesson(id),
    queryFn: async ({ signal }): Promise<{ lesson: Lesson; questions: Question[] } | null> => {
      const client = await getClient();
      const { data, error } = await client.from('lessons').select('*').eq('id', id).abortSignal(signal).maybeSingle();
      if (error) throw error;
      if (!data) return null;
      const questions = client.from('quiz_questions').select('*').eq('lesson_id', id);
      const found = await questions.order('sort_order').order('id').limit(200).abortSignal(signal);
      return { lesson: data, questions: unwrap(found) };
    },
    // A form is opened with what is stored now, and is not changed under its writer's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function figuresQuery(id: string) {
  return queryOptions({
    queryKey: courseKeys.figures(id),
    queryFn: async ({ signal }): Promise<Figures | null> => {
      return (await ask((client) => client.rpc('course_figures', { course_id: id }).abortSignal(signal))) ?? null;
    },
    staleTime: 0,
  });
}

/** Reason why each lesson is closed to a student with the plan, some days after the beginning. Drafts are left out. */
export type StudentLocks = Readonly<Record<string, Lock | null>>;

export function studentLocksQuery(course: string, plan: string, days: number) {
  return queryOptions({
    queryKey: [...courseKeys.outline(course), 'student', plan, days],
    queryFn: async ({ signal }): Promise<StudentLocks | null> => {
      const client = await getClient();
      const seen = client.rpc('course_as_student', { course_id: course, days, ...(plan && { plan }) });
      return unwrap(await seen.abortSignal(signal)) ?? null;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The course of a lesson. Returns `null` if there is none. */
export function courseOfLessonQuery(lesson: string) {
  return queryOptions({
    queryKey: [...COURSES, 'of-lesson', lesson],
    queryFn: async ({ signal }): Promise<string | null> => {
      const client = await getClient();
      const found = client.from('lessons').select('course_id').eq('id', lesson);
      const { data, error } = await found.abortSignal(signal).maybeSingle();
      if (error) throw error;
      return data?.course_id ?? null;
    },
  });
}

export interface Programme extends Row<'programmes'> {
  programme_courses: readonly { course_id: string; sort_order: number }[];
}

/** Programmes, and courses in them. */
const MAX_ROWS = 500;

export const programmesQuery = queryOptions({
  queryKey: courseKeys.programmes,
  queryFn: async ({ signal }): Promise<Programme[]> => {
    const client = await getClient();
    const programmes = client
      .from('programmes')
      .select('*,programme_courses(course_id,sort_order)')
      .order('sort_order')
      .order('id')
      .order('sort_order', { referencedTable: 'programme_courses' });
    return unwrap(await programmes.limit(MAX_ROWS).abortSignal(signal)) as Programme[];
  },
  staleTime: 0,
});

export type CourseTitle = Pick<Course, 'id' | 'title' | 'is_published'>;

export const courseTitlesQuery = queryOptions({
  queryKey: [...COURSES, 'titles'],
  queryFn: ({ signal }): Promise<CourseTitle[]> =>
    ask((client) =>
      client.from('courses').select('id,title,is_published').order('title').limit(MAX_ROWS).abortSignal(signal),
    ),
  staleTime: 0,
});

/** Recordings without captions, of all courses: the first few, and how many there are. */
export const missingCaptionsQuery = queryOptions({
  queryKey: courseKeys.missingCaptions,
  queryFn: async ({ signal }) => {
    const client = await getClient();
    const { data, count, error } = await client
      .from('lessons')
      .select('id,title,course_id,courses(title)', { count: 'exact' })
      .in('kind', ['video', 'audio'])
      .not('file_url', 'is', null)
      .or('captions.is.null,captions.eq.""')
      .order('course_id')
      .order('sort_order')
      .limit(5)
      .abortSignal(signal);
    if (error) throw error;
    const lessons = data.map(({ id, title, course_id: course, courses }) => ({
      id,
      title,
      course,
      courseTitle: courses?.title,
    }));
    return { lessons, count: count ?? lessons.length };
  },
  staleTime: 0,
});
