import { cx } from '@/lib/cx';

/** The look of an entry in the bar; the current one has the vermilion line. */
export const topItemClass = cx(
  'relative inline-flex items-center gap-1.5 px-3.5 type-ui text-foreground-2 hover:text-foreground focus-visible:-outline-offset-4',
  'aria-[current]:font-label aria-[current]:text-foreground aria-[current]:after:absolute aria-[current]:after:inset-x-3.5 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-north',
);
