import type { ReactNode, Ref } from 'react';
import { formatNumber } from '@/lib/format';

export interface PanelHeadingProps {
  title: string;
  /** Shown in parentheses after the title, once known. */
  count?: number | undefined;
  /** Takes the focus when what had it is gone. */
  ref?: Ref<HTMLHeadingElement>;
  /** The section's actions. */
  children?: ReactNode;
}

/** The title of a section in the members or admin area, with its actions at the end of the line. */
export function PanelHeading({ title, count, ref, children }: PanelHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 pt-[clamp(1.5rem,3vw,2.5rem)] pb-6">
      <h2 ref={ref} tabIndex={-1} className="type-display-3 focus:outline-none">
        {title}
        {count !== undefined && <span className="text-muted-foreground"> ({formatNumber(count)})</span>}
      </h2>
      {children}
    </div>
  );
}
