import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { formatNumber } from '@/lib/format';

export interface PanelHeadingProps {
  title: string;
  /** Shown in parentheses after the title; null until it is known. */
  count?: number | null;
  children?: ReactNode;
}

/** The title of a section in the members or admin area, with its actions at the end of the line. */
export function PanelHeading({ title, count, children }: PanelHeadingProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-end justify-between gap-4 pt-[clamp(1.5rem,3vw,2.5rem)] pb-6',
        // On a phone the number would push the actions to the next line when it comes.
        count !== undefined && 'max-sm:flex-col max-sm:items-start',
      )}
    >
      <h2 className="type-display-3">
        {title}
        {typeof count === 'number' && <span className="text-muted-foreground"> ({formatNumber(count)})</span>}
      </h2>
      {children}
    </div>
  );
}
