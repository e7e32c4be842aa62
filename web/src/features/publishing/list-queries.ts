/** The lists of published contents: the blog's, and those of /conteudos, which include member-only cards. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { BlogFilters } from '@/app/pages';
import type { ContentType } from '@/entities/content-kind';
import type { PostgrestError, Selected } from '@/lib/backend';
import { searchWords } from '@/lib/search-text';
import { backend, CARD_COLUMNS, type ContentCard } from './queries';

const BLOG_PAGE = 9;
const LIST_PAGE = 12;
const MAX_WORDS = 8;

/** The first page of a list: the whole number in its address from 1 on, else 1. */
export function pageNumber(search: URLSearchParams): number {
  const text = search.get('pagina') ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** Returns the suffix for titles of later pages, which have addresses of their own. */
export function pageLabel(page = 1): string {
  return page > 1 ? `, página ${page}` : '';
}

export interface ListPage<Item> {
  contents: Item[];
  total: number;
}

/** A card with its media file, or the address it leads to. The server returns neither of member-only contents. */
export type MediaCard = Selected<'contents', typeof MEDIA_COLUMNS>;

const MEDIA_COLUMNS = `${CARD_COLUMNS},file_url,external_link` as const;

/** Returns `true` if the page is beyond the list's end. */
export function isBeyond(first: number, { pages }: { pages: ListPage<unknown>[] }): boolean {
  return first > 1 && pages[0]?.contents.length === 0;
}

const BEYOND = 'PGRST103';

type Answer<Item> = { count: number | null } & ({ data: Item[]; error: null } | { data: null; error: PostgrestError });

function listPage<Item>(answer: Answer<Item>): ListPage<Item> {
  if (answer.error) {
    if (answer.error.code === BEYOND) return { contents: [], total: 0 };
    throw answer.error;
  }
  return { contents: answer.data, total: answer.count ?? answer.data.length };
}

/** The page after those that are shown. */
export function nextPage(first: number, { pages }: { pages: ListPage<unknown>[] }): number {
  return first + pages.length;
}

function paged(first: number, size: number) {
  return {
    initialPageParam: first,
    getNextPageParam: (last: ListPage<unknown>, _all: unknown, page: number) =>
      page * size < last.total ? page + 1 : undefined,
  };
}

const rows = (page: number, size: number): [number, number] => [(page - 1) * size, page * size - 1];

export function blogQuery(search: string | undefined, categoryId: string | undefined, first = 1) {
  const words = searchWords(search ?? '').slice(0, MAX_WORDS);
  return infiniteQueryOptions({
    queryKey: ['contents', 'blog', { words, categoryId: categoryId ?? null, first }],
    queryFn: async ({ pageParam, signal }): Promise<ListPage<ContentCard>> => {
      const { rest } = await backend();
      let request = rest
        .from('contents')
        .select(CARD_COLUMNS, { count: 'exact' })
        .eq('is_published', true)
        .eq('is_member_only', false);
      if (categoryId) request = request.eq('category_id', categoryId);
      for (const word of words) request = request.ilike('search_text', `*${word}*`);
      const answer = await request
        .order('published_at', { ascending: false })
        .order('id')
        .range(...rows(pageParam, BLOG_PAGE))
        .abortSignal(signal);
      return listPage(answer);
    },
    ...paged(first, BLOG_PAGE),
    placeholderData: keepPreviousData,
  });
}

export function hasFilters({ search, category }: BlogFilters): boolean {
  return Boolean(search || category);
}

export function typeListQuery(type: ContentType, first = 1, categoryId?: string) {
  return infiniteQueryOptions({
    queryKey: ['contents', 'of type', type, { first, categoryId: categoryId ?? null }],
    queryFn: async ({ pageParam, signal }): Promise<ListPage<MediaCard>> => {
      const { rest } = await backend();
      let request = rest
        .from('contents')
        .select(MEDIA_COLUMNS, { count: 'exact' })
        .eq('is_published', true)
        .eq('content_type', type);
      if (categoryId) request = request.eq('category_id', categoryId);
      const answer = await request
        .order('published_at', { ascending: false })
        .order('id')
        .range(...rows(pageParam, LIST_PAGE))
        .abortSignal(signal);
      return listPage(answer);
    },
    ...paged(first, LIST_PAGE),
    placeholderData: keepPreviousData,
  });
}
