import { queryOptions } from '@tanstack/react-query';
import type { ContentPreview } from '@/entities/content-preview';
import type { Database } from '@/generated/database';
import { backend } from '../queries';

type Answered = Database['public']['Functions']['reviewed_content']['Returns'];
export type Reviewed = Omit<Answered, 'content'> & { content: ContentPreview | null };

/** Content that the link shows. Every page requests it anew, and does not repeat the request while it is open. */
export function reviewedQuery(token: string) {
  return queryOptions({
    queryKey: ['reviewed', token],
    queryFn: async ({ signal }): Promise<Reviewed> => {
      const { rest, unwrap } = await backend();
      return unwrap(await rest.rpc('reviewed_content', { token }, { get: true }).abortSignal(signal)) as Reviewed;
    },
  });
}
