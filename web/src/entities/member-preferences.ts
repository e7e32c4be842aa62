/** How a member uses the community. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAtOnce, type Row } from '@/lib/backend';

export type MemberPreferences = Pick<Row<'member_preferences'>, 'single_keys' | 'shows_presence'>;

/** What the server assumes where there is no row. */
const DEFAULTS: MemberPreferences = { single_keys: true, shows_presence: true };

export function memberPreferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['member-preferences', userId],
    queryFn: async ({ signal }): Promise<MemberPreferences> => {
      const row = await askAtOnce<MemberPreferences | null>((client) =>
        client
          .from('member_preferences')
          .select('single_keys,shows_presence')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return row ?? DEFAULTS;
    },
  });
}

/** Changes preferences; shown at once, and as before where the server refuses. */
export function useMemberPreferences(userId: string, onFailed: (error: unknown) => void) {
  const queryClient = useQueryClient();
  const { queryKey } = memberPreferencesQuery(userId);
  return useMutation({
    mutationFn: async (wanted: Partial<MemberPreferences>) => {
      const row = { user_id: userId, ...wanted };
      await askAtOnce((client) => client.from('member_preferences').upsert(row, { onConflict: 'user_id' }));
    },
    onMutate: (wanted) => queryClient.setQueryData(queryKey, (before) => before && { ...before, ...wanted }),
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
