import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

/** A part that opens at its line, for what is in order and seldom read. */
export function Fold({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <details className={cx('group', className)}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 type-ui text-foreground-2 hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-[rotate] duration-(--dur-2) group-open:rotate-90"
          strokeWidth={1.6}
        />
        {title}
      </summary>
      {children}
    </details>
  );
}
