/** Results of the search, as they are shown. */
import { paths } from '@/app/pages';
import { contentKind } from '@/entities/content-kind';
import { type OpeningPlan, simplestPlan } from '@/entities/opening-plan';
import type { Entitlement } from '@/generated/content';
import type { Database } from '@/generated/database';

const MAX_COURSES = 20;

/**
 * Reader of a search. Members and staff also search what only members read; `staff` reads it in the panel, without a
 * subscription.
 */
export type Reader = 'visitor' | 'member' | 'staff';

export interface Hit {
  path: string;
  title: string;
  /** Kind of the hit, and its category. */
  note: string;
  /** The text around the first match. */
  text: string;
  isExclusive?: boolean;
}

export interface SearchResults {
  contents: readonly Hit[];
  courses: readonly Hit[];
  /** Lessons that match. Only members find lessons and posts. */
  lessons: readonly Hit[];
  posts: readonly Hit[];
}

/** Fetched with the first request: a rendered page needs none. */
export const backend = () => import('@/lib/backend');

type FoundContent = Database['public']['Functions']['search_contents']['Returns'][number];

/** `exclusivePath`: where the reader reads what is for members only. */
export function contentHit(content: FoundContent, exclusivePath: (id: string) => string = paths.membersContent): Hit {
  const { id, title, category, excerpt, is_member_only } = content;
  const kind = contentKind(content.content_type).label;
  return {
    path: is_member_only ? exclusivePath(id) : paths.content(content),
    title,
    note: category ? `${kind} · ${category}` : kind,
    text: excerpt,
    isExclusive: is_member_only,
  };
}

interface FoundCourse {
  id: string;
  title: string;
  description: string | null;
  level: string;
  entitlement: Entitlement;
}

/** Published courses with the words in their titles or descriptions; everybody may read these. */
export async function coursesFound(words: readonly string[], signal: AbortSignal): Promise<FoundCourse[]> {
  const { rest, unwrap } = await backend();
  let request = rest.from('courses').select('id,title,description,level,entitlement').eq('is_published', true);
  for (const word of words) request = request.ilike('search_text', `*${word}*`);
  return unwrap(await request.order('sort_order').order('id').limit(MAX_COURSES).abortSignal(signal));
}

/** `closed`: the plans, where the course is not open to the reader. */
export function courseHit(course: FoundCourse, path: string, closed: readonly OpeningPlan[]): Hit {
  const plan = simplestPlan(closed, course.entitlement);
  const kind = `Curso · ${course.level}`;
  return {
    path,
    title: course.title,
    note: plan ? `${kind} · a partir do plano ${plan.name}` : kind,
    text: course.description ?? '',
  };
}
