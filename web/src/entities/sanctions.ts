/** Measures of moderation against a text or a person, as every page of the community shows them. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { askAtOnce, type Row } from '@/lib/backend';
import { useLive } from '@/lib/live';
import type { Followed } from '@/lib/live-events';

export const moderationKey = ['moderation'] as const;

/** Decisions about the person, as they come and change. */
export const ownDecisions = (userId: string): Followed => ({
  table: 'community_decisions',
  filter: `subject_id=eq.${userId}`,
});

/** Reads what moderation did again whenever one of these rows changes. */
export function useModerationLive(followed: readonly Followed[]): void {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: moderationKey });
  useLive(followed, { onEvent: refresh, onGap: refresh });
}

type HiddenBecause = Row<'community_posts'>['hidden_because'];

/** Returns the state of a hidden text in its author's words, or `undefined` if it is shown. */
export function hiddenLabel(row: { is_hidden: boolean; hidden_because: HiddenBecause }): string | undefined {
  if (!row.is_hidden) return undefined;
  if (row.hidden_because === 'reports') return 'Oculta durante a análise';
  return row.hidden_because === null || row.hidden_because === 'staff'
    ? 'Oculta pela moderação'
    : 'Aguardando aprovação';
}

export interface Sanction {
  kind: 'silence' | 'ban';
  until: string | null;
}

/** The sanction under which the person is now, the heavier one first. */
export function sanctionQuery(userId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'sanction', userId],
    queryFn: async ({ signal }): Promise<Sanction | null> => {
      const rows = await askAtOnce((client) =>
        client
          .from('community_decisions')
          .select('decision,until')
          .eq('subject_id', userId)
          .eq('is_effective', true)
          .in('decision', ['silence', 'ban'])
          .order('until', { ascending: false, nullsFirst: true })
          .limit(10)
          .abortSignal(signal),
      );
      const now = Date.now();
      const due = rows.filter(({ until }) => until === null || Date.parse(until) > now);
      const found = due.find(({ decision }) => decision === 'ban') ?? due[0];
      return found ? { kind: found.decision === 'ban' ? 'ban' : 'silence', until: found.until } : null;
    },
  });
}
