import { formatNumber } from '@/lib/format';
import { FieldNote } from '@/ui/field';
import { communityText } from './text';

/** From this part of the most on, the length is shown. */
const NEAR = 0.9;

/** Characters as the server counts them: an emoji of two units is one. */
export function lengthOf(text: string, most: number): number {
  // However the units pair up, so many are too many.
  return text.length > most * 2 ? text.length : [...text].length;
}

export interface Length {
  isNear: boolean;
  isOver: boolean;
  length: number;
  most: number;
}

export function measured(text: string, most: number): Length {
  const length = lengthOf(text, most);
  return { length, most, isNear: length > most * NEAR, isOver: length > most };
}

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
