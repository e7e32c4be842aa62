import { useRef, useState } from 'react';
import { isRefusedWith } from '@/lib/errors';
import { formatDate, formatNumber } from '@/lib/format';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { TextareaField } from '@/ui/textarea-field';
import { callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { CHANGED, type MemberDetail, type Receipt } from './queries';
import { memberName, money } from './text';

/** Returns the amount of a charge that is not refunded yet, in centavos. */
export const restOf = ({ amount, refunded_amount: refunded }: Receipt): number => amount - refunded;

/** `1.284,50` in centavos; undefined for what is no amount. */
export function centavos(text: string): number | undefined {
  const plain = text.trim().replace(/^R\$\s*/, '');
  if (!/^(\d+|\d{1,3}(\.\d{3})+)(,\d{1,2})?$/.test(plain)) return undefined;
  return Math.round(Number(plain.replaceAll('.', '').replace(',', '.')) * 100);
}

export interface ChargeRefundDialogProps {
  member: Pick<MemberDetail, 'id' | 'name' | 'email'>;
  receipt: Receipt;
  onClose: () => void;
}

/** Gives back a part of one charge, or all of it, while the membership continues. */
export function ChargeRefundDialog({ member, receipt, onClose }: ChargeRefundDialogProps) {
  // The idempotency key of this request.
  const id = useRef<string>(undefined);
  const rest = restOf(receipt);
  const [text, setText] = useState(formatNumber(rest / 100, 2));
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const amount = centavos(text);
  const isAmount = amount !== undefined && amount > 0 && amount <= rest;
  const refund = useAction({
    run: () => {
      id.current ??= crypto.randomUUID();
      const body = { id: id.current, user_id: member.id, receipt_id: receipt.id, amount: amount ?? 0, reason };
      return callAction({ name: 'refund-charge', body });
    },
    done: ({ message }) => ({ title: message, tone: 'success' }),
    failure: 'Erro ao devolver o valor.',
    refreshes: CHANGED,
    onDone: onClose,
    onFailed: (error) => {
      // A refused request was not stored: another amount is another request.
      if (isRefusedWith(error, 'refund_amount')) id.current = undefined;
      return false;
    },
  });
  const charged = receipt.paid_at ?? receipt.created_at;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Devolver parte da cobrança"
      description={`${memberName(member)} pagou ${money(receipt.amount)}${charged ? ` em ${formatDate(charged)}` : ''}. O valor volta pelo mesmo meio de pagamento, e a assinatura continua. Não há como desfazer.`}
      onSubmit={async () => {
        setTried(true);
        if (isAmount && reason.trim()) refund.mutate();
      }}
      actionLabel={isAmount ? `Devolver ${money(amount)}` : 'Devolver'}
      busy={refund.isPending}
      busyLabel="Devolvendo..."
      destructive
    >
      <InputField
        label="Valor em reais"
        hint={`Até ${money(rest)}.`}
        error={isTried && !isAmount ? `Informe um valor de R$ 0,01 a ${money(rest)}.` : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <TextareaField
        label="Motivo"
        hint="Uso interno: a pessoa não vê o motivo."
        error={isTried && !reason.trim() ? 'Diga o motivo.' : undefined}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
