import { paths } from '@/app/pages';
import { AlertDialog } from '@/ui/alert-dialog';
import { TextLink } from '@/ui/link';

/** Asks before an open boleto is replaced by another payment. */
export default function PendingBoleto({
  busy,
  onReplace,
  onKeep,
}: {
  busy: boolean;
  onReplace: () => void;
  onKeep: () => void;
}) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title="Você tem um boleto em aberto"
      description={
        <>
          Se você continuar, esse boleto será cancelado e não deve mais ser pago. Para pagá-lo, abra a{' '}
          <TextLink href={paths.membersSubscription}>sua assinatura</TextLink>.
        </>
      }
      actionLabel="Cancelar o boleto e continuar"
      cancelLabel="Manter o boleto"
      busy={busy}
      busyLabel="Abrindo o pagamento…"
      onAction={onReplace}
    />
  );
}
