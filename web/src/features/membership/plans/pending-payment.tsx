import { paths } from '@/app/pages';
import { hasPix } from '@/entities/payment-methods';
import type { PlansContent } from '@/generated/content';
import { AlertDialog } from '@/ui/alert-dialog';
import { TextLink } from '@/ui/link';

const WORDS = {
  boleto: {
    title: 'Você tem um boleto em aberto',
    text: 'Se você continuar, esse boleto será cancelado e não deve mais ser pago. Para pagá-lo, abra a',
    replace: 'Cancelar o boleto e continuar',
    keep: 'Manter o boleto',
  },
  payment: {
    title: 'Você tem um pagamento em aberto',
    text: 'Se você continuar, esse pagamento será cancelado e não deve mais ser feito. Para fazê-lo, abra a',
    replace: 'Cancelar e continuar',
    keep: 'Manter o pagamento',
  },
};

export interface PendingPaymentProps {
  methods: PlansContent['payment_methods'];
  busy: boolean;
  onReplace: () => void;
  onKeep: () => void;
}

/** Asks before a boleto or Pix that waits is replaced by another payment. */
export default function PendingPayment({ methods, busy, onReplace, onKeep }: PendingPaymentProps) {
  const { title, text, replace, keep } = WORDS[hasPix(methods) ? 'payment' : 'boleto'];
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title={title}
      description={
        <>
          {text} <TextLink href={paths.membersSubscription}>sua assinatura</TextLink>.
        </>
      }
      actionLabel={replace}
      cancelLabel={keep}
      busy={busy}
      busyLabel="Abrindo o pagamento…"
      onAction={onReplace}
    />
  );
}
