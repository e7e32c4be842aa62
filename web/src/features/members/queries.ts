/** The data of the dashboard. */
import { queryOptions } from '@tanstack/react-query';
import { getClient, type Row, unwrap } from '@/lib/backend';

export type Activity = Pick<Row<'contents'>, 'id' | 'title' | 'created_at' | 'is_member_only'>;

const RECENT = 4;

export function activityQuery(userId: string) {
  return queryOptions({
    queryKey: ['members', 'activity', userId],
    queryFn: async ({ signal }): Promise<Activity[]> => {
      const client = await getClient();
      return unwrap(
        await client
          .from('contents')
          .select('id,title,created_at,is_member_only')
          .eq('is_published', true)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(RECENT)
          .abortSignal(signal),
      );
    },
  });
}

/** The person's name; null where there is no profile yet. */
export function displayNameQuery(userId: string) {
  return queryOptions({
    queryKey: ['members', 'display-name', userId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const client = await getClient();
      const row = unwrap<Pick<Row<'member_profiles'>, 'display_name'> | null>(
        await client
          .from('member_profiles')
          .select('display_name')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return row?.display_name ?? null;
    },
  });
}
