/** The data of the learning environment. */
import { queryOptions } from '@tanstack/react-query';
import type { LessonKind } from '@/entities/course/course';
import type { Database } from '@/generated/database';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import { signedLink } from '@/lib/signed-link';

type Procedures = Database['public']['Functions'];

const CARD =
  'id,title,description,instructor,duration,thumbnail,categories,tags,level,lessons,students_count,reviews_count,rating,is_published,is_programme_only,entitlement';

/** A course on a card. */
export type Course = Selected<'courses', typeof CARD>;

/** Progress of the member in a course. */
export type Begun = Procedures['learning_courses']['Returns'][number];
export type CourseState = NonNullable<Procedures['learning_course']['Returns']>;
export type { Lock } from '@/entities/lesson-lock';
export type OpenedLesson = NonNullable<Procedures['open_lesson']['Returns']>;
export type Quiz = NonNullable<OpenedLesson['quiz']>;
export type Ranking = Procedures['learning_ranking']['Returns'];
export type Period = 'week' | 'month' | 'all';

export type { LessonKind };

/** A lesson in the programme of its course. */
export interface Lesson {
  id: string;
  title: string;
  summary: string | null;
  kind: LessonKind;
  duration_seconds: number;
  is_sample: boolean;
  is_published: boolean;
}

export interface CourseModule {
  id: string;
  title: string;
  lessons: readonly Lesson[];
}

export interface WholeCourse extends Course {
  requirements: string | null;
  has_certificate: boolean;
  course_modules: readonly CourseModule[];
}

export const learningKeys = {
  all: ['learning'] as const,
  courses: ['learning', 'courses'] as const,
  begun: ['learning', 'begun'] as const,
  course: (id: string) => ['learning', 'course', id] as const,
  state: (id: string) => ['learning', 'state', id] as const,
  states: ['learning', 'state'] as const,
  lesson: (id: string) => ['learning', 'lesson', id] as const,
  notes: (lesson: string) => ['learning', 'notes', lesson] as const,
  allNotes: ['learning', 'all-notes'] as const,
  favorites: ['learning', 'favorites'] as const,
  reviews: (course: string) => ['learning', 'reviews', course] as const,
  ranking: ['learning', 'ranking'] as const,
  days: ['learning', 'days'] as const,
  settings: ['learning', 'settings'] as const,
  programmes: ['learning', 'programmes'] as const,
  plan: ['learning', 'plan'] as const,
  schedule: ['learning', 'schedule'] as const,
  diagnoses: ['learning', 'diagnoses'] as const,
  invite: ['learning', 'invite'] as const,
  foundLessons: (search: string) => ['learning', 'found', search] as const,
};

/** Courses in the catalogue. */
const MAX_COURSES = 500;

export function coursesQuery() {
  return queryOptions({
    queryKey: learningKeys.courses,
    queryFn: async ({ signal }): Promise<Course[]> => {
      const client = await getClient();
      const courses = client.from('courses').select(CARD).eq('is_published', true);
      return unwrap(await courses.order('sort_order').order('id').limit(MAX_COURSES).abortSignal(signal));
    },
  });
}

export function begunQuery() {
  return queryOptions({
    queryKey: learningKeys.begun,
    queryFn: ({ signal }): Promise<Begun[]> => ask((client) => client.rpc('learning_courses').abortSignal(signal)),
  });
}

/** A course with its programme. Returns `null` if there is none. */
export function courseQuery(id: string) {
  return queryOptions({
    queryKey: learningKeys.course(id),
    queryFn: async ({ signal }): Promise<WholeCourse | null> => {
      const client = await getClient();
      const lesson = 'id,title,summary,kind,duration_seconds,is_sample,is_published';
      const course = client
        .from('courses')
        .select(`${CARD},requirements,has_certificate,course_modules(id,title,lessons(${lesson}))`)
        .eq('id', id)
        .order('sort_order', { referencedTable: 'course_modules' })
        .order('id', { referencedTable: 'course_modules' })
        .order('sort_order', { referencedTable: 'course_modules.lessons' })
        .order('id', { referencedTable: 'course_modules.lessons' });
      return unwrap(await course.abortSignal(signal).maybeSingle()) as WholeCourse | null;
    },
  });
}

/**
 * Lessons of a course that are open to the member, and those that are finished. Returns `null` if there is no such
 * course.
 */
export function courseStateQuery(id: string) {
  return queryOptions({
    queryKey: learningKeys.state(id),
    queryFn: async ({ signal }): Promise<CourseState | null> => {
      const state = await ask((client) => client.rpc('learning_course', { course_id: id }).abortSignal(signal));
      return state ?? null;
    },
  });
}

/** Opens a lesson. Returns `null` if there is none. */
export function lessonQuery(id: string) {
  return queryOptions({
    queryKey: learningKeys.lesson(id),
    // What it says of the last place is true at the moment of opening only.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OpenedLesson | null> => {
      const opened = await ask((client) => client.rpc('open_lesson', { lesson_id: id }).abortSignal(signal));
      return opened ?? null;
    },
  });
}

/** A signed link to the file of a lesson, which ends with the session and the subscription. */
export function lessonFileQuery(lesson: string, file: string) {
  return queryOptions({
    queryKey: [...learningKeys.lesson(lesson), 'file'],
    queryFn: () => lessonFileLink(file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function lessonFileLink(file: string): Promise<string> {
  const key = file.split('/storage/v1/object/authenticated/courses/')[1];
  if (!key) return file;
  return signedLink('courses', decodeURIComponent(key), 4 * 60 * 60);
}

export function favoritesQuery() {
  return queryOptions({
    queryKey: learningKeys.favorites,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const client = await getClient();
      const rows = unwrap(await client.from('favorites').select('course_id').limit(MAX_COURSES).abortSignal(signal));
      return new Set(rows.map(({ course_id: id }) => id));
    },
  });
}

const NOTE_COLUMNS = 'id,at_seconds,content,created_at,updated_at';

export type Note = Selected<'lesson_notes', typeof NOTE_COLUMNS>;

export function notesQuery(lesson: string) {
  return queryOptions({
    queryKey: learningKeys.notes(lesson),
    queryFn: async ({ signal }): Promise<Note[]> => {
      const client = await getClient();
      const notes = client.from('lesson_notes').select(NOTE_COLUMNS);
      return unwrap(await notes.eq('lesson_id', lesson).order('created_at').limit(200).abortSignal(signal));
    },
  });
}

const REVIEW_COLUMNS = 'user_id,rating,content,is_public,updated_at';

/** Members read who wrote it; it is empty for visitors only. */
export type Review = Selected<'course_reviews', typeof REVIEW_COLUMNS> & {
  user_id: string;
};

export function reviewsQuery(course: string) {
  return queryOptions({
    queryKey: learningKeys.reviews(course),
    queryFn: async ({ signal }): Promise<Review[]> => {
      const client = await getClient();
      const reviews = client.from('course_reviews').select(REVIEW_COLUMNS).eq('course_id', course);
      return unwrap(await reviews.order('updated_at', { ascending: false }).limit(20).abortSignal(signal)) as Review[];
    },
  });
}

export function rankingQuery(period: Period) {
  return queryOptions({
    queryKey: [...learningKeys.ranking, period],
    queryFn: ({ signal }): Promise<Ranking> =>
      ask((client) => client.rpc('learning_ranking', { period }).abortSignal(signal)),
  });
}

const STUDY_DAY_COLUMNS = 'day,seconds,lessons';

export type StudyDay = Selected<'learning_days', typeof STUDY_DAY_COLUMNS>;

/** The days of the last twelve weeks on which the member studied. */
export function studyDaysQuery(since: string) {
  return queryOptions({
    queryKey: [...learningKeys.days, since],
    queryFn: async ({ signal }): Promise<StudyDay[]> => {
      const client = await getClient();
      const days = client.from('learning_days').select(STUDY_DAY_COLUMNS).gte('day', since);
      return unwrap(await days.order('day').limit(100).abortSignal(signal));
    },
  });
}

const LEARNING_SETTINGS_COLUMNS = 'in_ranking,plays_next,rate_percent,shows_captions,weekly_minutes,reminds';

export type LearningSettings = Selected<'learning_settings', typeof LEARNING_SETTINGS_COLUMNS>;

/** Settings that hold without a stored row. They equal the columns' defaults. */
export const DEFAULT_SETTINGS: LearningSettings = {
  in_ranking: true,
  plays_next: false,
  rate_percent: 100,
  shows_captions: false,
  weekly_minutes: 120,
  reminds: false,
};

export function settingsQuery(userId: string) {
  return queryOptions({
    queryKey: learningKeys.settings,
    queryFn: async ({ signal }): Promise<LearningSettings> => {
      const client = await getClient();
      const settings = client.from('learning_settings').select(LEARNING_SETTINGS_COLUMNS);
      const { data, error } = await settings.eq('user_id', userId).abortSignal(signal).maybeSingle();
      if (error) throw error;
      return data ?? DEFAULT_SETTINGS;
    },
  });
}

export interface Programme {
  id: string;
  title: string;
  description: string | null;
  is_ordered: boolean;
  members_count: number;
  programme_courses: readonly { course_id: string; sort_order: number }[];
  programme_members: readonly { user_id: string }[];
}

export function programmesQuery() {
  return queryOptions({
    queryKey: learningKeys.programmes,
    queryFn: async ({ signal }): Promise<Programme[]> => {
      const client = await getClient();
      const programmes = client
        .from('programmes')
        .select(
          'id,title,description,is_ordered,members_count,programme_courses(course_id,sort_order),programme_members(user_id)',
        )
        .eq('is_published', true)
        .order('sort_order')
        .order('sort_order', { referencedTable: 'programme_courses' });
      return unwrap(await programmes.limit(100).abortSignal(signal)) as Programme[];
    },
  });
}
