import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { formatLongDate } from '@/lib/format';
import { useSession } from '@/lib/session';
import { Button } from '@/ui/button';
import { erasureQuery, useCancelErasure } from './erasure';

/** While an erasure is marked: the day, and the way back. Nothing otherwise. */
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
