/** Queries of /conteudos alone: the other pages of contents do not load them. */
import { queryOptions } from '@tanstack/react-query';
import { CONTENT_TYPES, type ContentType } from '@/entities/content-kind';
import { backend, CARD_COLUMNS, type ContentCard } from './queries';

const MAX_FEATURED = 24;

/** The number of published contents of each type. The server counts them. */
export const countsQuery = queryOptions({
  queryKey: ['contents', 'counts'],
  queryFn: async ({ signal }): Promise<Record<ContentType, number>> => {
    const { rest, unwrap } = await backend();
    const published = rest.from('contents').select('content_type,count()').eq('is_published', true);
    const counts = unwrap(await published.abortSignal(signal));
    const countOf = (type: ContentType) => counts.find(({ content_type }) => content_type === type)?.count ?? 0;
    return Object.fromEntries(CONTENT_TYPES.map((type) => [type, countOf(type)])) as Record<ContentType, number>;
  },
});

/** The recommended contents. Few enough to be filtered in the browser. */
export const featuredQuery = queryOptions({
  queryKey: ['contents', 'featured'],
  queryFn: async ({ signal }): Promise<ContentCard[]> => {
    const { rest, unwrap } = await backend();
    return unwrap(
      await rest
        .from('contents')
        .select(CARD_COLUMNS)
        .eq('is_published', true)
        .eq('is_featured', true)
        .order('published_at', { ascending: false })
        .order('id')
        .limit(MAX_FEATURED)
        .abortSignal(signal),
    );
  },
});
