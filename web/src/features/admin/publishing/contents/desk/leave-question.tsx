import { useNavigate } from '@/lib/router';
import { AlertDialog } from '@/ui/alert-dialog';
import { useHeldLink } from '@/widgets/form-guards';

/** Asks before a link leaves the page while a file is being sent. */
export function LeaveQuestion({ isSending }: { isSending: boolean }) {
  const navigate = useNavigate();
  const [wanted, stay] = useHeldLink(isSending);
  return (
    <AlertDialog
      open={wanted !== undefined}
      onOpenChange={stay}
      title="Sair antes de o envio terminar?"
      description="O arquivo que está sendo enviado se perde. O que você escreveu fica salvo."
      cancelLabel="Ficar"
      actionLabel="Sair"
      onAction={() => {
        stay();
        navigate(wanted ?? '');
      }}
    />
  );
}
