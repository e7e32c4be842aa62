/** Search over posts and comments, within the rights of the caller: the server's procedures. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { askAtOnce } from '@/lib/backend';
import { searchWords } from '@/lib/search-text';

/** Words of a search that are looked for. */
const MAX_WORDS = 6;

export const wordsOf = (search: string): string[] => searchWords(search).slice(0, MAX_WORDS);

interface Wanted {
  search: string;
  /** Channel that is searched, if not all are. */
  channel: string | undefined;
  inComments: boolean;
}

/** Texts with words that begin with each of the words, the newest first. */
export function foundTextsQuery({ search, channel, inComments }: Wanted) {
  const words = wordsOf(search);
  return infiniteQueryOptions({
    queryKey: ['community', 'search', inComments ? 'comments' : 'posts', words, channel ?? ''],
    enabled: words.length > 0,
    initialPageParam: null as { at: string; id: string } | null,
    queryFn: async ({ signal, pageParam }) => {
      const place = pageParam && { before_at: pageParam.at, before_id: pageParam.id };
      const only = channel ? { channel_id: channel } : {};
      return askAtOnce((client) =>
        client
          .rpc('search_community', { search: words.join(' '), in_comments: inComments, ...only, ...place })
          .abortSignal(signal),
      );
    },
    getNextPageParam: ({ next }) => next,
  });
}

/** Topics of the forum whose titles share most words with a title. */
export function similarTopicsQuery(title: string) {
  const words = wordsOf(title).join(' ');
  return queryOptions({
    queryKey: ['community', 'similar', words],
    enabled: words !== '',
    queryFn: ({ signal }) => askAtOnce((client) => client.rpc('similar_topics', { title: words }).abortSignal(signal)),
  });
}
