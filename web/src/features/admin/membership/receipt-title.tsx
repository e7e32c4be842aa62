import { Badge } from '@/ui/badge';
import { StateBadge } from '@/ui/state-badge';
import type { Receipt } from './queries';
import { money, receiptName } from './text';

/** The amount of a charge, and what became of it. */
export function ReceiptTitle({ receipt }: { receipt: Receipt }) {
  const failed = receipt.failed_at !== null && receipt.status !== 'paid';
  return (
    <span className="flex flex-wrap items-center gap-2.5 tabular-nums">
      {money(receipt.amount)}
      {failed || receipt.status === 'uncollectible' ? (
        <StateBadge tone="failure">{receiptName(receipt)}</StateBadge>
      ) : receipt.status === 'paid' && !receipt.refunded_at ? (
        <StateBadge tone="success">{receiptName(receipt)}</StateBadge>
      ) : (
        <Badge tone="line">{receiptName(receipt)}</Badge>
      )}
    </span>
  );
}
