/** Search over posts and comments, under the rules of the caller. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FORUM_CHANNEL } from '@/entities/community-unread';
import { getClient, type Row, unwrap } from '@/lib/backend';
import { fold, searchWords } from '@/lib/search-text';
import type { Cursor } from './queries';

export interface FoundPost
  extends Pick<
    Row<'community_posts'>,
    'id' | 'title' | 'channel_id' | 'author_id' | 'created_at' | 'comments_count' | 'accepted_count'
  > {
  content: string | null;
}

export interface FoundComment extends Pick<Row<'community_comments'>, 'id' | 'post_id' | 'author_id' | 'created_at'> {
  content: string | null;
  /** Null where the post may not be read. */
  community_posts: Pick<Row<'community_posts'>, 'title' | 'channel_id'> | null;
}

const PER_PAGE = 20;
/** Words of a search that are looked for. */
const MOST_WORDS = 6;

export const wordsOf = (search: string): string[] => searchWords(search).slice(0, MOST_WORDS);

const after = ({ at, id }: Cursor) => `created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${id})`;

function nextOf(page: readonly { created_at: string; id: string }[]): Cursor | undefined {
  const last = page.at(-1);
  return last && page.length === PER_PAGE ? { at: last.created_at, id: last.id } : undefined;
}

/** Posts that hold every word in title or text, the newest first. `channel`: only of this one. */
export function foundPostsQuery(search: string, channel: string | undefined) {
  const words = wordsOf(search);
  return infiniteQueryOptions({
    queryKey: ['community', 'search', 'posts', words, channel ?? ''],
    enabled: words.length > 0,
    initialPageParam: null as Cursor | null,
    queryFn: async ({ signal, pageParam }): Promise<FoundPost[]> => {
      const client = await getClient();
      let query = client
        .from('community_posts')
        .select('id,title,content,channel_id,author_id,created_at,comments_count,accepted_count')
        .eq('is_deleted', false);
      for (const word of words) query = query.like('search_text', `%${word}%`);
      if (channel) query = query.eq('channel_id', channel);
      if (pageParam) query = query.or(after(pageParam));
      return unwrap(
        await query
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PER_PAGE)
          .abortSignal(signal)
          .overrideTypes<FoundPost[], { merge: false }>(),
      );
    },
    getNextPageParam: nextOf,
  });
}

/** Comments that hold every word, the newest first. */
export function foundCommentsQuery(search: string, channel: string | undefined) {
  const words = wordsOf(search);
  return infiniteQueryOptions({
    queryKey: ['community', 'search', 'comments', words, channel ?? ''],
    enabled: words.length > 0,
    initialPageParam: null as Cursor | null,
    queryFn: async ({ signal, pageParam }): Promise<FoundComment[]> => {
      const client = await getClient();
      let query = client
        .from('community_comments')
        .select('id,post_id,content,author_id,created_at,community_posts!inner(title,channel_id,is_deleted)')
        .eq('is_deleted', false)
        .eq('community_posts.is_deleted', false);
      for (const word of words) query = query.like('search_text', `%${word}%`);
      if (channel) query = query.eq('channel_id', channel);
      if (pageParam) query = query.or(after(pageParam));
      return unwrap(
        await query
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PER_PAGE)
          .abortSignal(signal)
          .overrideTypes<FoundComment[], { merge: false }>(),
      );
    },
    getNextPageParam: nextOf,
  });
}

/** Words too common or too short to say what a topic is about. */
const SHORTEST_TELLING = 4;
const SIMILAR = 4;

export type SimilarTopic = Pick<FoundPost, 'id' | 'title' | 'comments_count' | 'accepted_count'>;

/** Topics of the forum whose text shares most words with a title. */
export function similarTopicsQuery(title: string) {
  const words = wordsOf(title).filter((word) => word.length >= SHORTEST_TELLING);
  return queryOptions({
    queryKey: ['community', 'similar', words],
    enabled: words.length > 0,
    queryFn: async ({ signal }): Promise<SimilarTopic[]> => {
      const client = await getClient();
      const found = unwrap(
        await client
          .from('community_posts')
          .select('id,title,comments_count,accepted_count')
          .eq('channel_id', FORUM_CHANNEL)
          .eq('is_deleted', false)
          .or(words.map((word) => `search_text.like.%${word}%`).join(','))
          .order('last_activity_at', { ascending: false })
          .limit(50)
          .abortSignal(signal)
          .overrideTypes<SimilarTopic[], { merge: false }>(),
      );
      return mostSimilar(found, words);
    },
  });
}

/** Those whose titles share most words with it; without any, nothing is similar. */
export function mostSimilar<T extends { title: string | null }>(topics: readonly T[], words: readonly string[]): T[] {
  const scored = topics.map((topic) => {
    const title = fold(topic.title ?? '');
    return { topic, shared: words.filter((word) => title.includes(word)).length };
  });
  const telling = scored.filter(({ shared }) => shared >= Math.min(2, words.length));
  return telling
    .sort((one, other) => other.shared - one.shared)
    .slice(0, SIMILAR)
    .map(({ topic }) => topic);
}

/** Characters of an excerpt before and after the first match. */
const AROUND = 90;

/** The text around the first match, without its Markdown. */
export function snippet(markdown: string, words: readonly string[]): string {
  const plain = markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const folded = [...plain].map((letter) => fold(letter) || letter).join('');
  const at = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((index) => index >= 0)));
  const from = Number.isFinite(at) ? Math.max(0, at - AROUND) : 0;
  const begin = from === 0 ? 0 : plain.indexOf(' ', from) + 1;
  const end = Math.min(plain.length, (Number.isFinite(at) ? at : 0) + AROUND * 2);
  const cut = end < plain.length ? plain.slice(begin, plain.lastIndexOf(' ', end)) : plain.slice(begin);
  return `${begin > 0 ? '… ' : ''}${cut}${end < plain.length ? ' …' : ''}`;
}
