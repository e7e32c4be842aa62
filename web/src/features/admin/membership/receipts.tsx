import { Ellipsis, ExternalLink, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { Part } from '@/ui/panel-part';
import { callAction } from '@/widgets/action-button';
import { type Column, DataTable } from '@/widgets/data-table';
import { useAction } from '@/widgets/use-action';
import { ChargeRefundDialog } from './charge-refund-dialog';
import { CHANGED, type MemberDetail, type Receipt } from './queries';
import { ReceiptTitle } from './receipt-title';
import { money, OTHER_PRODUCT } from './text';

interface Row extends Receipt {
  detail: MemberDetail;
  onRefund: (receipt: Receipt) => void;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Cobrança',
    headClass: 'w-28',
    inBlock: true,
    className: 'tabular-nums whitespace-nowrap max-lg:type-meta',
    cell: ({ created_at: created }) => created && formatDate(created),
  },
  {
    head: 'Valor',
    headClass: 'w-56',
    inBlock: true,
    className: 'max-lg:col-start-1',
    cell: (row) => (
      <>
        <ReceiptTitle receipt={row} />
        {!row.plan && <span className="block type-meta">{OTHER_PRODUCT}</span>}
      </>
    ),
  },
  {
    head: 'Andamento',
    inBlock: true,
    className: 'type-meta tabular-nums [overflow-wrap:anywhere] max-lg:col-start-1',
    cell: (row) => historyOf(row),
  },
  {
    head: <span className="sr-only">Ações</span>,
    headClass: 'w-14',
    inBlock: true,
    className: 'text-right lg:py-0.5 max-lg:col-start-2 max-lg:row-start-1 max-lg:row-span-3',
    cell: (row) => <ReceiptMenu {...row} />,
  },
];

/** The history of a charge: its days and its number. */
function historyOf({ paid_at: paid, failed_at: failed, refunded_at: refunded, ...receipt }: Receipt): string {
  const words = [
    failed && `falhou em ${formatDate(failed)}`,
    paid && `pago em ${formatDate(paid)}`,
    refunded && `devolvido em ${formatDate(refunded)}`,
    !refunded && receipt.refunded_amount > 0 && `${money(receipt.refunded_amount)} já devolvidos`,
    receipt.number,
  ];
  const text = words.filter(Boolean).join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ReceiptMenu({ detail: { id, email }, onRefund, ...receipt }: Row) {
  const { hosted_url: url, number, refunded_at: refunded, amount } = receipt;
  const isPaid = receipt.status === 'paid';
  const resending = useAction({
    run: () => callAction({ name: 'resend-receipt', body: { user_id: id, receipt_id: receipt.id } }),
    done: ({ message }) => ({ title: message, tone: 'success' }),
    failure: 'Erro ao reenviar o recibo.',
    refreshes: CHANGED,
  });
  const resend = {
    label: 'Reenviar o recibo',
    icon: Send,
    onSelect: () => !resending.isPending && resending.mutate(),
  };
  const open = {
    label: 'Abrir no serviço de pagamento',
    icon: ExternalLink,
    onSelect: () => window.open(url ?? '', '_blank', 'noopener'),
  };
  const refund = { label: 'Devolver parte', icon: Undo2, destructive: true, onSelect: () => onRefund(receipt) };
  const groups = [
    [...(isPaid && email ? [resend] : []), ...(url ? [open] : [])],
    // Another product's charge is given back at the payment provider.
    isPaid && receipt.plan && !refunded && amount > 0 ? [refund] : [],
  ];
  if (groups.every((group) => group.length === 0)) return null;
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-busy={resending.isPending}
          aria-label={`Ações do recibo ${number ?? receipt.id}`}
          className="text-foreground-2"
        >
          <Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </Button>
      }
      groups={groups}
    />
  );
}

/** The charges of a member. */
export function Receipts({ detail }: { detail: MemberDetail }) {
  const [refunding, setRefunding] = useState<Receipt>();
  const rows = detail.receipts.map((receipt) => ({ ...receipt, detail, onRefund: setRefunding }));
  return (
    <Part title="Recibos" about="Os 36 últimos. Reenviar manda o recibo para o e-mail da conta.">
      {rows.length === 0 ? (
        <p className="text-foreground-2">Nenhuma cobrança até hoje.</p>
      ) : (
        <DataTable
          columns={COLUMNS}
          rows={rows}
          rowClass="max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:py-3"
        />
      )}
      {refunding && <ChargeRefundDialog member={detail} receipt={refunding} onClose={() => setRefunding(undefined)} />}
    </Part>
  );
}
