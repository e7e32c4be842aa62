/** Entitlements of the signed-in person, as the server knows them. */
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
 * Follows the person's subscription while the page is open, and requests `opened` again when there is more that the person
 * is entitled to. A page keeps its place and what was typed, since nothing is mounted anew; what is lost, the server refuses.
 */
export function useFollowedPlan(userId: string, opened: readonly QueryFilters[]): void {
  const queryClient = useQueryClient();
  const { data: held } = useQuery(heldQuery);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: heldQuery.queryKey });
  useLive([{ table: 'subscribers', filter: `user_id=eq.${userId}` }], { onEvent: refresh, onGap: refresh });
  const before = useRef(held);
  const latest = useRef(opened);
  useEffect(() => {
    latest.current = opened;
  });
  useEffect(() => {
    const known = before.current;
    before.current = held ?? known;
    if (!known || !held?.some((name) => !known.includes(name))) return;
    for (const filters of [{ queryKey: ['subscription'] }, ...latest.current])
      void queryClient.invalidateQueries(filters);
  }, [held, queryClient]);
}
