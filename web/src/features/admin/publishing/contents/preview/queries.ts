import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { ContentPreview } from '@/entities/content-preview';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import { fillPath } from '@/lib/route-match';

const keyOf = (id: string) => ['contents', 'admin', 'preview', id];

/** A content with what is not saved yet. Returns `null` if there is none. Read again on return to its window. */
export function previewQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<ContentPreview | null> => {
      const content = await ask((client) => client.rpc('preview_content', { content_id: id }).abortSignal(signal));
      return (content ?? null) as ContentPreview | null;
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

const REVIEW_LINK_COLUMNS = 'id,author_id,created_at,expires_at';

export type ReviewLink = Selected<'content_review_links', typeof REVIEW_LINK_COLUMNS>;

/** The links by which a content is shown to people without an account, the newest first. */
export function reviewLinksQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOf(id), 'links'],
    queryFn: async ({ signal }): Promise<ReviewLink[]> => {
      const client = await getClient();
      const links = client.from('content_review_links').select(REVIEW_LINK_COLUMNS);
      const valid = links.eq('content_id', id).gt('expires_at', new Date().toISOString());
      return unwrap(await valid.order('created_at', { ascending: false }).abortSignal(signal));
    },
    staleTime: 0,
  });
}

/** Makes a link; its address is known now and never again. */
export async function createReviewLink(id: string): Promise<string> {
  const { token } = await ask((client) => client.rpc('create_review_link', { content_id: id }));
  return location.origin + fillPath(paths.review, { token });
}

export const revokeReviewLink = (link: string) =>
  ask((client) => client.from('content_review_links').delete().eq('id', link));
