import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Hit, SearchResults } from './hits';
import { pagesFound } from './pages-found';
import { readerQuery, searchQuery, wordsOf } from './queries';

export interface Group {
  label: string;
  hits: readonly Hit[];
}

export interface Search {
  words: readonly string[];
  /** Groups with hits, in their order. */
  groups: readonly Group[];
  count: number;
  /** True while nothing of the server's is known of this search. */
  isLoading: boolean;
  /** True while an answer is awaited; what is shown may belong to an earlier search. */
  isFetching: boolean;
  isFailed: boolean;
  retry: () => void;
}

const NOTHING: SearchResults = { contents: [], courses: [], lessons: [], posts: [] };

/** Returns the results of a search. Without words it finds pages alone. */
export function useSearch(search: string): Search {
  const words = wordsOf(search);
  const known = useQuery(readerQuery);
  // What visitors find is shown until it is known who reads, and where that cannot be known.
  const reader = known.data ?? 'visitor';
  const query = useQuery({
    ...searchQuery(search, reader),
    enabled: words.length > 0,
    placeholderData: keepPreviousData,
  });
  const { contents, courses, lessons, posts } = (words.length > 0 && query.data) || NOTHING;
  const groups = [
    { label: 'Conteúdos', hits: contents },
    { label: 'Cursos', hits: courses },
    { label: 'Aulas', hits: lessons },
    { label: 'Comunidade', hits: posts },
    { label: 'Páginas', hits: pagesFound(words, reader) },
  ].filter(({ hits }) => hits.length > 0);
  return {
    words,
    groups,
    count: groups.reduce((sum, { hits }) => sum + hits.length, 0),
    isLoading: words.length > 0 && !query.data && !query.isError,
    isFetching: words.length > 0 && query.isFetching,
    isFailed: query.isError,
    retry: () => void query.refetch(),
  };
}
