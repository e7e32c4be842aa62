import { Button } from '@/ui/button';

export interface SaveButtonsProps {
  /** The id of the form that is sent. */
  form: string;
  isNew: boolean;
  /** The person may change what readers see. */
  publishes: boolean;
  /** The person may save this content. */
  isOpen: boolean;
  isBlocked: boolean;
  /** The id of the text that says why it cannot be saved yet. */
  reason: string | undefined;
  isSaving: boolean;
  isAsking: boolean;
  onAsk: () => void;
}

/** Saves the content, or asks for somebody who may. */
export function SaveButtons(props: SaveButtonsProps) {
  const { form, isNew, publishes, isOpen, isBlocked, reason, isSaving, isAsking, onAsk } = props;
  return (
    <>
      {isOpen && (
        <Button
          type="submit"
          form={form}
          variant={publishes ? 'primary' : 'line'}
          size="small"
          disabled={isBlocked}
          aria-describedby={reason}
          busy={isSaving}
          busyLabel="Salvando..."
          className="max-sm:ml-auto"
        >
          {isNew ? 'Criar Conteúdo' : 'Atualizar'}
        </Button>
      )}
      {!publishes && (
        <Button
          size="small"
          disabled={isBlocked}
          aria-describedby={reason}
          busy={isAsking}
          busyLabel="Pedindo..."
          className="max-sm:ml-auto"
          onClick={onAsk}
        >
          Pedir revisão
        </Button>
      )}
    </>
  );
}
