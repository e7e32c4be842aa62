/** What the public pages read of contents and categories: published, and not for members only. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BlogFilters } from '@/app/paths';
import type { Row } from '@/lib/backend';
import { searchWords, slugify } from '@/lib/search-text';

const CARD_COLUMNS =
  'id,title,description,content_type,category,category_id,created_at,read_time,thumbnail_url,tags' as const;
const ARTICLE_COLUMNS = `${CARD_COLUMNS},body,external_link,file_url,updated_at` as const;

export type ContentCard = Pick<
  Row<'contents'>,
  | 'id'
  | 'title'
  | 'description'
  | 'content_type'
  | 'category'
  | 'category_id'
  | 'created_at'
  | 'read_time'
  | 'thumbnail_url'
  | 'tags'
>;
export type Article = ContentCard & Pick<Row<'contents'>, 'body' | 'external_link' | 'file_url' | 'updated_at'>;
export type Category = Pick<Row<'categories'>, 'id' | 'name'>;

/** One leading article and four rows of two. */
const PAGE_SIZE = 9;
/** The server refuses long queries; nobody searches for more words than this. */
const MOST_WORDS = 8;
const MORE_TO_READ = 3;
/** Fetched with the first question: a page that came rendered asks none. */
const backend = () => import('@/lib/backend');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }): Promise<Category[]> => {
    const { rest, unwrap } = await backend();
    return unwrap(await rest.from('categories').select('id,name').order('name').abortSignal(signal));
  },
});

/** The category a slug in the address means; an unknown one filters nothing. */
export function categoryOf(slug: string | undefined, categories: readonly Category[]): Category | undefined {
  return slug ? categories.find((category) => slugify(category.name) === slug) : undefined;
}

export interface BlogPage {
  contents: ContentCard[];
  /** How many there are in all. */
  total: number;
}

/** The blog's list, newest first, in pages. */
export function blogQuery(search: string | undefined, categoryId: string | undefined) {
  const words = searchWords(search ?? '').slice(0, MOST_WORDS);
  return infiniteQueryOptions({
    queryKey: ['contents', 'blog', { words, categoryId: categoryId ?? null }],
    queryFn: async ({ pageParam, signal }): Promise<BlogPage> => {
      const { rest, unwrap } = await backend();
      let request = rest
        .from('contents')
        .select(CARD_COLUMNS, { count: 'exact' })
        .eq('is_published', true)
        .eq('is_member_only', false);
      if (categoryId) request = request.eq('category_id', categoryId);
      for (const word of words) request = request.ilike('search_text', `*${word}*`);
      const answer = await request
        .order('created_at', { ascending: false })
        .order('id')
        .range(pageParam, pageParam + PAGE_SIZE - 1)
        .abortSignal(signal);
      const contents = unwrap(answer);
      return { contents, total: answer.count ?? contents.length };
    },
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const shown = all.reduce((sum, page) => sum + page.contents.length, 0);
      return last.contents.length > 0 && shown < last.total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

/** Whether there is anything to filter by, and whether it filters. */
export function hasFilters({ search, category }: BlogFilters): boolean {
  return Boolean(search || category);
}

/** One article, or null where the visitor may read none under this id. */
export function articleQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'article', id],
    queryFn: async ({ signal }): Promise<Article | null> => {
      if (!UUID.test(id)) return null;
      const { rest, unwrap } = await backend();
      return unwrap(
        await rest
          .from('contents')
          .select(ARTICLE_COLUMNS)
          .eq('id', id)
          .eq('is_published', true)
          .eq('is_member_only', false)
          .abortSignal(signal)
          .maybeSingle(),
      );
    },
  });
}

/** The newest others, for who has read one to the end. */
export function moreToReadQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'more', id],
    queryFn: async ({ signal }): Promise<ContentCard[]> => {
      const { rest, unwrap } = await backend();
      return unwrap(
        await rest
          .from('contents')
          .select(CARD_COLUMNS)
          .eq('is_published', true)
          .eq('is_member_only', false)
          .neq('id', id)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(MORE_TO_READ)
          .abortSignal(signal),
      );
    },
  });
}
