import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

export interface OptimisticChange<Data> {
  /** The query whose data is changed. */
  queryKey: QueryKey;
  save: (changed: Partial<Data>) => Promise<void>;
  onFailed: (error: unknown) => void;
}

/**
 * Changes fields of a query's data: shown at once, and as before where the server refuses. The data is read again after the
 * last of several changes, because what is read between them lacks those that are still sent.
 */
export function useOptimisticChange<Data extends object>({ queryKey, save, onFailed }: OptimisticChange<Data>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: queryKey,
    mutationFn: save,
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Data>(queryKey, (before) => before && { ...before, ...changed });
    },
    onError: onFailed,
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) await queryClient.invalidateQueries({ queryKey });
    },
  });
}
