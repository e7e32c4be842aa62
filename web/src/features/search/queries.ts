/** The search over the whole site, within the rights of the reader. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { openingPlansQuery } from '@/entities/opening-plan';
import { hasStoredSession } from '@/entities/stored-session';
import { searchWords } from '@/lib/search-text';
import { backend, contentHit, courseHit, coursesFound, type Reader, type SearchResults } from './hits';

/** Characters of a search that are read: the limit of its field. */
export const MAX_SEARCH_LENGTH = 120;
/** Words that are looked for. */
const MAX_WORDS = 6;

export const wordsOf = (search: string): string[] =>
  searchWords(search.slice(0, MAX_SEARCH_LENGTH)).slice(0, MAX_WORDS);

/**
 * Reader of the present session. If there is no stored session, it requests nothing, and the client library is not
 * fetched.
 */
export const readerQuery = queryOptions({
  queryKey: ['site-search', 'reader'],
  queryFn: async ({ client }): Promise<Reader> =>
    hasStoredSession() ? (await import('./member')).readerOf(client) : 'visitor',
});

export function searchQuery(search: string, reader: Reader) {
  const words = wordsOf(search);
  return queryOptions({
    queryKey: ['site-search', words, reader],
    queryFn: async ({ client, signal }): Promise<SearchResults> =>
      reader === 'visitor'
        ? foundByVisitor(client, words, signal)
        : (await import('./member')).foundByMember(client, words, reader, signal),
  });
}

async function foundByVisitor(
  client: QueryClient,
  words: readonly string[],
  signal: AbortSignal,
): Promise<SearchResults> {
  const { rest, unwrap } = await backend();
  const [contents, courses, plans] = await Promise.all([
    rest
      .rpc('search_contents', { search: words.join(' ') }, { get: true })
      .abortSignal(signal)
      .then(unwrap),
    coursesFound(words, signal),
    client.ensureQueryData(openingPlansQuery),
  ]);
  return {
    contents: contents.map((content) => contentHit(content)),
    courses: courses.map((course) => courseHit(course, paths.course(course.id), plans)),
    lessons: [],
    posts: [],
  };
}
