import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

export interface ConflictDialogProps {
  open: boolean;
  onSettle: (keepOwn: boolean) => void;
}

/** The same course was ordered twice at once: asks the second time what holds. */
export function ConflictDialog({ open, onSettle }: ConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onSettle(false)}
      title="Este curso foi alterado há pouco"
      description="A mudança veio de outra pessoa ou de outra aba sua. Nada dela se perdeu, e a sua ordem ainda não foi salva. Você pode ver como está agora, ou aplicar a sua ordem: aulas e módulos novos ficam, no fim de cada lista."
      footer={
        <>
          <Button variant="ghost" size="small" onClick={() => onSettle(false)}>
            Ver como está agora
          </Button>
          <Button size="small" onClick={() => onSettle(true)}>
            Aplicar a minha ordem
          </Button>
        </>
      }
    />
  );
}
