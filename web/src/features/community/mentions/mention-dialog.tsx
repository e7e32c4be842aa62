import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;

export interface MentionDialogProps {
  /** Names of the people who are mentioned in vain. */
  names: readonly string[];
  onSend: () => void;
  onClose: () => void;
}

/** Asks whether a text is sent that mentions people without access. */
export default function MentionDialog({ names, onSend, onClose }: MentionDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Menção sem acesso"
      description={
        names.length === 1
          ? `${names[0]} não tem acesso a este canal: não recebe aviso e não vê o texto.`
          : `${listed(names)} não têm acesso a este canal: não recebem aviso e não veem o texto.`
      }
      footer={
        <>
          <DialogClose>
            <Button variant="ghost" size="small">
              Voltar ao texto
            </Button>
          </DialogClose>
          <Button size="small" onClick={onSend}>
            Enviar assim mesmo
          </Button>
        </>
      }
    />
  );
}
