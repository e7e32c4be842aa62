/** The requests about review: who waits for whom, and what is said about a content. */
import { queryOptions } from '@tanstack/react-query';
import { ask, getClient, type Row, unwrap } from '@/lib/backend';

export type Review = Row<'content_reviews'>;
export type Comment = Row<'content_comments'>;

const REVIEWS = ['contents', 'admin', 'reviews'];

/** Keys of the queries that a review changes. The form that is being written is not among them. */
export const REVIEW_CHANGES = [REVIEWS, ['contents', 'admin', 'list']];

/**
 * Review that was asked for a content. Returns `null` if there is none. Read again on return to its window: another
 * person may have answered.
 */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: [...REVIEWS, 'of', id],
    queryFn: ({ signal }): Promise<Review | null> =>
      ask((client) =>
        client.from('content_reviews').select('*').eq('content_id', id).abortSignal(signal).maybeSingle(),
      ),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** The comments on a content, the oldest first. */
export function commentsQuery(id: string) {
  return queryOptions({
    queryKey: [...REVIEWS, 'comments', id],
    queryFn: async ({ signal }): Promise<Comment[]> => {
      const client = await getClient();
      const comments = client.from('content_comments').select('*').eq('content_id', id);
      return unwrap(await comments.order('created_at').order('id').abortSignal(signal));
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Reviews in a list. */
const MAX_REVIEWS = 50;

export interface ListedReview extends Review {
  contents: { title: string } | null;
}

/** Everything that waits for review or was sent back, the latest first. */
export const reviewsQuery = queryOptions({
  queryKey: [...REVIEWS, 'list'],
  queryFn: async ({ signal }): Promise<ListedReview[]> => {
    const client = await getClient();
    const reviews = client.from('content_reviews').select('*,contents(title)');
    const latest = reviews.order('changed_at', { ascending: false }).limit(MAX_REVIEWS);
    return unwrap(await latest.abortSignal(signal)) as ListedReview[];
  },
  staleTime: 0,
});

export const requestReview = (id: string) => ask((client) => client.rpc('request_content_review', { content_id: id }));

export const withdrawReview = (id: string) =>
  ask((client) => client.from('content_reviews').delete().eq('content_id', id));

export const returnReview = (id: string, comment: string) =>
  ask((client) => client.rpc('return_content_review', { content_id: id, comment }));

export const addComment = (id: string, body: string) =>
  ask((client) => client.from('content_comments').insert({ content_id: id, body }));

export function resolveComment(comment: string, isResolved: boolean) {
  const at = isResolved ? new Date().toISOString() : null;
  return ask((client) => client.from('content_comments').update({ resolved_at: at }).eq('id', comment));
}

export const removeComment = (comment: string) =>
  ask((client) => client.from('content_comments').delete().eq('id', comment));
