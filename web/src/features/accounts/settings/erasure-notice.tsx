import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useSession } from '@/entities/session';
import { getClient, unwrap } from '@/lib/backend';
import { formatLongDate } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { done, showFailure } from './setting';

export function ErasureNotice() {
  const { user } = useSession();
  return user ? <Notice userId={user.id} /> : null;
}

function Notice({ userId }: { userId: string }) {
  const due = useQuery(erasureQuery(userId)).data;
  const cancel = useCancelErasure(userId);
  if (!due) return null;
  return (
    <div
      role="status"
      className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-3 border border-destructive bg-card p-4 type-ui"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-destructive" strokeWidth={1.6} />
      <p className="min-w-0 flex-1 basis-64">
        Sua conta será excluída em <strong className="font-label">{formatLongDate(due)}</strong>. Até lá, você pode
        voltar atrás.
      </p>
      <Button
        variant="line"
        size="small"
        busy={cancel.isPending}
        busyLabel="Cancelando..."
        className="max-sm:w-full"
        onClick={() => cancel.mutate()}
      >
        Cancelar exclusão
      </Button>
    </div>
  );
}

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

export function useCancelErasure(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => functionAnswer('cancel-erasure'),
    onSuccess: () => toast(done('Exclusão cancelada', 'Sua conta continua como estava.')),
    onError: (error) => showFailure('A exclusão não foi cancelada', error),
    onSettled: () => queryClient.invalidateQueries(erasureQuery(userId)),
  });
}
