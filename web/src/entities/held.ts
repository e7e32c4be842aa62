/** What the signed-in person is entitled to, as the server knows it. */
import { type QueryFilters, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Entitlement } from '@/generated/content';
import { askAtOnce } from '@/lib/backend';
import { useLive } from '@/lib/live';
import { useAccess } from './access';
import { type OpeningPlan, useSimplestPlan } from './opening-plan';

/** Requested again with the subscription, whose key it begins with. */
export const heldQuery = queryOptions({
  queryKey: ['subscription', 'held'],
  staleTime: 2_000,
  refetchOnWindowFocus: 'always',
  queryFn: ({ signal }): Promise<Entitlement[]> =>
    askAtOnce((client) => client.rpc('held_entitlements').abortSignal(signal)),
});

/**
 * The plan that opens what requires this; undefined where it is open to the person, and until that is known. Administrators
 * read everything in the panel.
 */
export function useClosedPlan(entitlement: Entitlement | undefined): OpeningPlan | undefined {
  const { isAdmin } = useAccess();
  const { data: held } = useQuery({ ...heldQuery, enabled: entitlement !== undefined });
  const isClosed = entitlement !== undefined && !isAdmin && held !== undefined && !held.includes(entitlement);
  return useSimplestPlan(isClosed ? entitlement : undefined);
}

/**
 * Follows the person's subscription while the page is open, and requests `opened` again when the entitlements are others.
 * A page keeps its place and what was typed, since nothing is mounted anew.
 */
export function useFollowedPlan(userId: string, opened: readonly QueryFilters[]): void {
  const queryClient = useQueryClient();
  const { data } = useQuery(heldQuery);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['subscription'] });
  useLive([{ table: 'subscribers', filter: `user_id=eq.${userId}` }], { onEvent: refresh, onGap: refresh });
  const held = data?.join();
  const before = useRef(held);
  const latest = useRef(opened);
  useEffect(() => {
    latest.current = opened;
  });
  useEffect(() => {
    const changed = before.current !== undefined && held !== undefined && before.current !== held;
    before.current = held ?? before.current;
    if (changed) for (const filters of latest.current) void queryClient.invalidateQueries(filters);
  }, [held, queryClient]);
}
