import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

export interface ConflictDialogProps {
  open: boolean;
  onSettle: (keepOwn: boolean) => void;
}

/** Two people ordered the same course: asks the second one what holds. */
export function ConflictDialog({ open, onSettle }: ConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onSettle(false)}
      title="Outra pessoa mudou este curso há pouco"
      description="A sua ordem ainda não foi salva, e nada do que a outra pessoa fez se perdeu. Você pode ver como está agora, ou aplicar a sua ordem: aulas e módulos novos ficam, no fim de cada lista."
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
