import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format';

export interface PanelHeadingProps {
  title: string;
  /** Shown in parentheses after the title, once known. */
  count?: number | undefined;
  children?: ReactNode;
}

/** The title of a section in the members or admin area, with its actions at the end of the line. */
export function PanelHeading({ title, count, children }: PanelHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 pt-[clamp(1.5rem,3vw,2.5rem)] pb-6">
      <h2 className="type-display-3">
        {title}
        {count !== undefined && <span className="text-muted-foreground"> ({formatNumber(count)})</span>}
      </h2>
      {children}
    </div>
  );
}
