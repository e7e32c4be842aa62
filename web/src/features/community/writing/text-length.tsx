import { formatNumber } from '@/lib/format';
import { FieldNote } from '@/ui/field';
import { communityText } from '../feed/text';
import type { Length } from './measured';

/** Under a text that is being written: its length as it comes near the most, and what to do beyond it. */
export function TextLength({ id, of: { length, most, isNear, isOver } }: { id: string; of: Length }) {
  if (!isNear) return null;
  return (
    <div id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <FieldNote id={`${id}-over`} error={isOver ? communityText.textTooLong : undefined} />
      <p
        className={`ml-auto text-small tabular-nums ${isOver ? 'font-label text-destructive' : 'text-muted-foreground'}`}
      >
        {formatNumber(length)} de {formatNumber(most)} caracteres
      </p>
    </div>
  );
}
