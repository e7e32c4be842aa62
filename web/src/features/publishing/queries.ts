/** The queries all public pages share: columns, categories, one article. */
import { queryOptions } from '@tanstack/react-query';
import type { Row } from '@/lib/backend';
import { slugify } from '@/lib/search-text';

export const CARD_COLUMNS =
  'id,title,description,content_type,category,created_at,read_time,thumbnail_url,is_member_only' as const;
export const SUBJECT_COLUMNS = 'category_id,tags' as const;
export const ARTICLE_COLUMNS = `${CARD_COLUMNS},${SUBJECT_COLUMNS},body,external_link,file_url,updated_at` as const;

export type ContentCard = Pick<
  Row<'contents'>,
  | 'id'
  | 'title'
  | 'description'
  | 'content_type'
  | 'category'
  | 'created_at'
  | 'read_time'
  | 'thumbnail_url'
  | 'is_member_only'
>;
export type Subject = Pick<Row<'contents'>, 'id' | 'category_id' | 'tags'>;
export type Article = ContentCard &
  Subject &
  Pick<Row<'contents'>, 'body' | 'external_link' | 'file_url' | 'updated_at'>;
export type Category = Pick<Row<'categories'>, 'id' | 'name'>;

/** Fetched with the first request: a rendered page needs none. */
export const backend = () => import('@/lib/backend');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (word: string): boolean => UUID.test(word);

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }): Promise<Category[]> => {
    const { rest, unwrap } = await backend();
    return unwrap(await rest.from('categories').select('id,name').order('name').abortSignal(signal));
  },
});

/** The category of a slug in the address; an unknown one filters nothing. */
export function categoryOf(slug: string | undefined, categories: readonly Category[]): Category | undefined {
  return slug ? categories.find((category) => slugify(category.name) === slug) : undefined;
}

/** One article, or null where the visitor may not read it. */
export function articleQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'article', id],
    queryFn: async ({ signal }): Promise<Article | null> => {
      if (!isId(id)) return null;
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
