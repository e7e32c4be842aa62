/** The queries all public pages share: columns, categories, one article. */
import { queryOptions } from '@tanstack/react-query';
import { inOrder } from '@/entities/category-order';
import type { Selected } from '@/lib/backend';
import { slugify } from '@/lib/search-text';

export const CARD_COLUMNS =
  'id,slug,title,description,content_type,category,created_at,published_at,read_time,counted_read_time,thumbnail_url,is_member_only,entitlement' as const;
export const SUBJECT_COLUMNS = 'category_id,tags' as const;
export const ARTICLE_COLUMNS =
  `${CARD_COLUMNS},${SUBJECT_COLUMNS},body,open_body,external_link,file_url,updated_at,seo_title,seo_description` as const;

export type ContentCard = Selected<'contents', typeof CARD_COLUMNS>;
export type Subject = Pick<ContentCard, 'id'> & Selected<'contents', typeof SUBJECT_COLUMNS>;
export type Article = Selected<'contents', typeof ARTICLE_COLUMNS>;

const CATEGORY_COLUMNS = 'id,name,sort_order,open_contents_count';

export type Category = Selected<'categories', typeof CATEGORY_COLUMNS>;

/** Time at which a content was published; one that was not is as old as itself. */
export const publishedAt = ({
  published_at: at,
  created_at,
}: Pick<ContentCard, 'published_at' | 'created_at'>): string => at ?? created_at;

/** Fetched with the first request: a rendered page needs none. */
export const backend = () => import('@/lib/backend');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (word: string): boolean => UUID.test(word);

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }): Promise<Category[]> => {
    const { rest, unwrap } = await backend();
    const all = rest.from('categories').select(CATEGORY_COLUMNS).order('name');
    return inOrder(unwrap(await all.abortSignal(signal)));
  },
});

/** The category of a slug in the address; an unknown one filters nothing. */
export function categoryOf(slug: string | undefined, categories: readonly Category[]): Category | undefined {
  return slug ? categories.find((category) => slugify(category.name) === slug) : undefined;
}

/**
 * Address of the article that an unknown address led to earlier, or that is spelled otherwise. Returns `null` for
 * others.
 */
export function movedQuery(word: string) {
  return queryOptions({
    queryKey: ['contents', 'moved', word],
    queryFn: async ({ signal }): Promise<string | null> => {
      if (isId(word)) return null;
      const { rest, unwrap } = await backend();
      return unwrap(await rest.rpc('article_address', { slug: word }, { get: true }).abortSignal(signal)) || null;
    },
  });
}

/** One article by its id or address, or null where the visitor may not read it. */
export function articleQuery(word: string) {
  return queryOptions({
    queryKey: ['contents', 'article', word],
    queryFn: async ({ signal }): Promise<Article | null> => {
      const { rest, unwrap } = await backend();
      return unwrap(
        await rest
          .from('contents')
          .select(ARTICLE_COLUMNS)
          .eq(isId(word) ? 'id' : 'slug', word)
          .eq('is_published', true)
          .eq('is_member_only', false)
          .abortSignal(signal)
          .maybeSingle(),
      );
    },
  });
}
