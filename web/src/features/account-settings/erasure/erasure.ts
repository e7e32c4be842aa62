/** The erasure of the own account: whether one is marked, and the calls. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getClient, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import { toast } from '@/ui/toast';
import { tell } from '../prove';
import { done } from '../text';

/** What a person types to show that it is meant. */
export const CONFIRMATION = 'EXCLUIR';

/** The instant the account goes; null where nothing is marked. */
export function erasureQuery(userId: string) {
  return queryOptions({
    queryKey: ['erasure', userId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const client = await getClient();
      const answer = await client
        .from('account_erasures')
        .select('due_at')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle();
      return unwrap(answer)?.due_at ?? null;
    },
    staleTime: 0,
  });
}

export async function requestErasure(nonce?: string): Promise<void> {
  await functionAnswer('request-erasure', { confirmation: CONFIRMATION, ...(nonce ? { nonce } : {}) });
}

export function useCancelErasure(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => functionAnswer('cancel-erasure'),
    onSuccess: () => toast(done('Exclusão cancelada', 'Sua conta continua como estava.')),
    onError: (error) => tell('A exclusão não foi cancelada', error),
    onSettled: () => queryClient.invalidateQueries(erasureQuery(userId)),
  });
}
