/** Preferences of a member for the community. */
import { queryOptions } from '@tanstack/react-query';
import { askAtOnce, type Selected } from '@/lib/backend';
import { useOptimisticChange } from '@/lib/use-optimistic-change';

const MEMBER_PREFERENCES_COLUMNS = 'single_keys,shows_presence';

export type MemberPreferences = Selected<'member_preferences', typeof MEMBER_PREFERENCES_COLUMNS>;

/** Values that the server assumes if there is no row. */
const DEFAULTS: MemberPreferences = { single_keys: true, shows_presence: true };

export function memberPreferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['member-preferences', userId],
    queryFn: async ({ signal }): Promise<MemberPreferences> => {
      const row = await askAtOnce<MemberPreferences | null>((client) =>
        client
          .from('member_preferences')
          .select(MEMBER_PREFERENCES_COLUMNS)
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return row ?? DEFAULTS;
    },
  });
}

/** Changes preferences of the member. */
export function useMemberPreferences(userId: string, onFailed: (error: unknown) => void) {
  return useOptimisticChange<MemberPreferences>({
    queryKey: memberPreferencesQuery(userId).queryKey,
    save: async (changed) => {
      const row = { user_id: userId, ...changed };
      await askAtOnce((client) => client.from('member_preferences').upsert(row, { onConflict: 'user_id' }));
    },
    onFailed,
  });
}
