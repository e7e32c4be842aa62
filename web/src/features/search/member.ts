/** Search of a member, which finds more than a visitor's. Fetched for those who have a session. */
import type { QueryClient } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { grantsAccess, rolesQuery, subscriptionQuery } from '@/entities/access';
import { awaitsSecondFactor } from '@/entities/assurance';
import { heldQuery } from '@/entities/held';
import { openingPlansQuery } from '@/entities/opening-plan';
import { signedInPaths } from '@/entities/signed-in-paths';
import { getClient, unwrap } from '@/lib/backend';
import { fillPath } from '@/lib/route-match';
import { contentHit, courseHit, coursesFound, type Reader, type SearchResults } from './hits';

/** Members and staff read the community; the server decides by the same facts on every request. */
export async function readerOf(queryClient: QueryClient): Promise<Reader> {
  const { data } = await (await getClient()).auth.getSession();
  const { session } = data;
  if (!session || awaitsSecondFactor(session)) return 'visitor';
  const { id, email } = session.user;
  const [roles, subscription] = await Promise.all([
    queryClient.fetchQuery(rolesQuery(id)),
    email ? queryClient.fetchQuery(subscriptionQuery(email)) : null,
  ]);
  if (subscription !== null && grantsAccess(subscription, Date.now())) return 'member';
  if (roles.includes('admin') || roles.includes('editor')) return 'staff';
  return roles.length > 0 ? 'member' : 'visitor';
}

/** Staff reads what is for members as its preview. */
const previewPath = (id: string): string => signedInPaths.adminPreview(id, { isMember: true, isPhone: false });

export async function foundByMember(
  queryClient: QueryClient,
  words: readonly string[],
  reader: Exclude<Reader, 'visitor'>,
  signal: AbortSignal,
): Promise<SearchResults> {
  const client = await getClient();
  const search = words.join(' ');
  const [contents, courses, lessons, posts, plans, held] = await Promise.all([
    client.rpc('search_contents', { search }).abortSignal(signal).then(unwrap),
    coursesFound(words, signal),
    client.rpc('search_lessons', { search }).abortSignal(signal).then(unwrap),
    client.rpc('search_community', { search, in_comments: false }).abortSignal(signal).then(unwrap),
    queryClient.ensureQueryData(openingPlansQuery),
    queryClient.fetchQuery(heldQuery),
  ]);
  return {
    contents: contents.map((content) => contentHit(content, reader === 'staff' ? previewPath : undefined)),
    courses: courses.map((course) =>
      courseHit(
        course,
        fillPath(paths.membersCourse, { id: course.id }),
        reader === 'staff' || held.includes(course.entitlement) ? [] : plans,
      ),
    ),
    lessons: lessons.map(({ id, title, course_title, summary, places }) => ({
      path: fillPath(paths.membersLesson, { id }),
      title,
      note: `Aula · ${course_title}`,
      text: places[0]?.text ?? summary,
    })),
    posts: posts.results.map(({ post_id, title, excerpt }) => ({
      path: paths.membersPost(post_id),
      title,
      note: 'Publicação',
      text: excerpt,
    })),
  };
}
