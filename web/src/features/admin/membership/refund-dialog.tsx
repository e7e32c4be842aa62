import { useState } from 'react';
import { formatDate } from '@/lib/format';
import { FormDialog } from '@/ui/form-dialog';
import { TextareaField } from '@/ui/textarea-field';
import { callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { CHANGED, type MemberDetail, type Receipt } from './queries';
import { memberName, money } from './text';

/** The charges that a refund gives back. */
export const refundedBy = ({ receipts, refundable }: MemberDetail): readonly Receipt[] =>
  receipts.filter(({ id }) => refundable.includes(id));

export const sumOf = (receipts: readonly Receipt[]): number => receipts.reduce((sum, { amount }) => sum + amount, 0);

/** Longest reason. */
const REASON = 500;

export interface RefundDialogProps {
  detail: MemberDetail;
  charges: readonly Receipt[];
  onClose: () => void;
}

/** Gives money back and ends the membership: says how much, which charges and to whom, and asks why. */
export function RefundDialog({ detail, charges, onClose }: RefundDialogProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const refund = useAction({
    run: () => callAction({ name: 'refund-membership', body: { user_id: detail.id, reason } }),
    done: ({ message }) => ({ title: message, tone: 'success' }),
    failure: 'Erro ao devolver o pagamento.',
    refreshes: CHANGED,
    onDone: onClose,
  });
  const isMissing = reason.trim() === '';
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Devolver ${money(sumOf(charges))}?`}
      description={`Para ${memberName(detail)}, pelo mesmo meio de pagamento. A assinatura e o acesso terminam agora, e as cortesias também. Não há como desfazer.`}
      onSubmit={async () => {
        setTried(true);
        if (!isMissing) refund.mutate();
      }}
      actionLabel={`Devolver ${money(sumOf(charges))}`}
      busy={refund.isPending}
      busyLabel="Devolvendo..."
      destructive
    >
      <ul aria-label="Cobranças devolvidas" className="border-y border-border">
        {charges.map(({ id, amount, paid_at: paid, created_at: created, number }) => (
          <li
            key={id}
            className="flex justify-between gap-x-4 py-2 type-ui tabular-nums not-first:border-t not-first:border-border"
          >
            <span className="min-w-0">
              Cobrança de {formatDate(paid ?? created ?? '')}
              {number && <span className="block type-meta [overflow-wrap:anywhere]">{number}</span>}
            </span>
            <span className="shrink-0">{money(amount)}</span>
          </li>
        ))}
      </ul>
      <TextareaField
        label="Motivo"
        hint="Uso interno: a pessoa não vê o motivo."
        error={isTried && isMissing ? 'Diga o motivo.' : undefined}
        rows={3}
        maxLength={REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
