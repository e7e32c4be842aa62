/** The data of subscribers: exclusive contents, links to their files, and progress. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CONTENT_TYPES, type ContentType } from '@/entities/content-kind';
import type { ExclusiveFilters } from '@/entities/signed-in-paths';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import { searchWords } from '@/lib/search-text';
import { signedLink } from '@/lib/signed-link';
import { asRead } from '../letters/as-read';
import { ARTICLE_COLUMNS, type Article, CARD_COLUMNS, type ContentCard, isId } from '../queries';

const LIST_PAGE = 20;
const MAX_WORDS = 8;
const MAX_PROGRESS = 500;

export type Progress = Selected<'content_progress', typeof PROGRESS_COLUMNS>;
const PROGRESS_COLUMNS = 'content_id,position,progress,completed_at,updated_at' as const;

/** A content that is begun and not finished. */
export type Begun = Progress & { contents: ContentCard };

export interface ExclusivePage {
  contents: ContentCard[];
  total: number;
}

/** The type in the address; an unknown one filters nothing. */
export function typeOf(word: string | undefined): ContentType | undefined {
  return CONTENT_TYPES.find((type) => type === word);
}

export const exclusiveLists = ['exclusive', 'list'] as const;

export const exclusiveKey = (id: string) => ['exclusive', 'content', id] as const;

export function exclusiveListQuery({ search, type }: ExclusiveFilters) {
  const words = searchWords(search ?? '').slice(0, MAX_WORDS);
  const kind = typeOf(type);
  return infiniteQueryOptions({
    queryKey: [...exclusiveLists, { words, kind: kind ?? null }],
    queryFn: async ({ pageParam, signal }): Promise<ExclusivePage> => {
      const client = await getClient();
      let request = client
        .from('contents')
        .select(CARD_COLUMNS, { count: 'exact' })
        .eq('is_published', true)
        .eq('is_member_only', true);
      if (kind) request = request.eq('content_type', kind);
      for (const word of words) request = request.ilike('search_text', `*${word}*`);
      const answer = await request
        .order('published_at', { ascending: false })
        .order('id')
        .range((pageParam - 1) * LIST_PAGE, pageParam * LIST_PAGE - 1)
        .abortSignal(signal);
      return { contents: unwrap(answer), total: answer.count ?? 0 };
    },
    initialPageParam: 1,
    getNextPageParam: (last: ExclusivePage, _all: unknown, page: number) =>
      page * LIST_PAGE < last.total ? page + 1 : undefined,
    placeholderData: keepPreviousData,
  });
}

/** One published content. Returns `null` if there is none under this id. */
export function exclusiveQuery(id: string) {
  return queryOptions({
    queryKey: exclusiveKey(id),
    queryFn: async ({ signal }): Promise<Article | null> => {
      if (!isId(id)) return null;
      const found: Article | null = await ask((client) =>
        client
          .from('contents')
          .select(ARTICLE_COLUMNS)
          .eq('id', id)
          .eq('is_published', true)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return found && asRead(found);
    },
  });
}

/** The member's progress in every content, by its id. */
export function progressQuery(userId: string) {
  return queryOptions({
    queryKey: ['exclusive', 'progress', userId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Progress>> => {
      const rows = await ask((client) =>
        client
          .from('content_progress')
          .select(PROGRESS_COLUMNS)
          .eq('user_id', userId)
          .order('updated_at', { ascending: false })
          .limit(MAX_PROGRESS)
          .abortSignal(signal),
      );
      return new Map(rows.map((row) => [row.content_id, row]));
    },
  });
}

export const begunKey = (userId: string) => ['exclusive', 'begun', userId] as const;

/** The contents last begun and not finished, as long as they are published for members. */
export function begunQuery(userId: string, most: number) {
  return queryOptions({
    queryKey: [...begunKey(userId), most],
    // It may change on another device, or on the page before.
    staleTime: 0,
    queryFn: ({ signal }): Promise<Begun[]> =>
      ask<Begun[]>((client) =>
        client
          .from('content_progress')
          .select(`${PROGRESS_COLUMNS},contents!inner(${CARD_COLUMNS})`)
          .eq('user_id', userId)
          .is('completed_at', null)
          .gt('progress', 0)
          .eq('contents.is_published', true)
          .eq('contents.is_member_only', true)
          .order('updated_at', { ascending: false })
          .limit(most)
          .abortSignal(signal),
      ),
  });
}

const PUBLIC_FILES = /\/storage\/v1\/object\/public\/contents\/(.+)$/;
/** A leaked link expires soon; readers get the next one automatically. */
const LINK_SECONDS = 15 * 60;

/**
 * A signed link of this member to a file, which ends with the session and the subscription. External files are linked as
 * they are.
 */
export function fileLinkQuery(file: string) {
  return queryOptions({
    queryKey: ['exclusive', 'link', file],
    // A new link is a new address, which would stop the player: requested when a page opens, and when the old one fails.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async (): Promise<string> => {
      const path = PUBLIC_FILES.exec(file)?.[1];
      if (!path) return file;
      return signedLink('contents', decodeURIComponent(path), LINK_SECONDS);
    },
  });
}
