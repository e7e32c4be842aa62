import { useQuery } from '@tanstack/react-query';
import { blocksKey, blocksQuery, setBlock } from '@/entities/moderation';
import { AlertDialog } from '@/ui/alert-dialog';
import { useAction } from './use-action';

/** Returns `true` if the person blocked somebody. */
export function useIsBlocked(userId: string, other: string): boolean {
  const { data: blocked = [] } = useQuery(blocksQuery(userId));
  return blocked.includes(other);
}

/** Blocks somebody, or ends the block; the community is read again afterwards. */
export function useBlocking(userId: string, other: string, onDone?: () => void) {
  return useAction({
    run: (next: boolean) => setBlock(userId, other, next),
    refreshes: [blocksKey, ['community'], ['notices']],
    failure: 'O bloqueio não foi alterado.',
    done: (_, next) => ({ title: next ? 'Pessoa bloqueada.' : 'Bloqueio desfeito.' }),
    ...(onDone && { onDone }),
  });
}

export interface BlockDialogProps {
  userId: string;
  other: string;
  name: string;
  onClose: () => void;
}

/** Asks before blocking somebody. */
export function BlockDialog({ userId, other, name, onClose }: BlockDialogProps) {
  const blocking = useBlocking(userId, other, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && !blocking.isPending && onClose()}
      title={`Bloquear ${name}?`}
      description="Vocês deixam de ver o que o outro publica e comenta, e menções não avisam. A pessoa não é avisada. Dá para desbloquear quando quiser."
      actionLabel="Bloquear"
      busy={blocking.isPending}
      busyLabel="Bloqueando..."
      onAction={() => blocking.mutate(true)}
    />
  );
}
