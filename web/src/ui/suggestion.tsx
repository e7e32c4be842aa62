import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

/** The id of an entry of a list, for the field that has the focus. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

interface SuggestionProps {
  /** The id of the list. */
  list: string;
  index: number;
  isMarked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An entry of a list that is shown while its field is typed in; the field keeps the focus and handles the keys. */
export const Suggestion = ({ list, index, isMarked, onChoose, children }: SuggestionProps) => (
  <button
    type="button"
    id={optionId(list, index)}
    role="option"
    tabIndex={-1}
    aria-selected={isMarked}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
    className={cx(
      'flex min-h-11 w-full cursor-default items-center gap-3 rounded-md px-2.5 py-1 text-left hover:bg-accent lg:min-h-9',
      isMarked && 'bg-accent',
    )}
  >
    {children}
  </button>
);
