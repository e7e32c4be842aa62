/** An opened post. */
import { queryOptions } from '@tanstack/react-query';
import { getDataClient, unwrap } from '@/lib/backend';
import { position } from '@/lib/live-events';
import { communityKeys, LIST_SELECT, type WholePost, withEvents } from '../queries';

export function postQuery(id: string) {
  return queryOptions({
    queryKey: communityKeys.post(id),
    queryFn: async ({ signal }): Promise<WholePost | null> => {
      const began = position();
      const client = await getDataClient();
      const answer = await client
        .from('community_posts')
        .select(`${LIST_SELECT},content,content_html,deleted_at,lessons(id,title)`)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .overrideTypes<WholePost, { merge: false }>();
      const post = unwrap<WholePost | null>(answer);
      return (post && withEvents([post], began)[0]) ?? null;
    },
  });
}
