import type { ReactNode } from 'react';

export interface SectionProps {
  label: string;
  /** Heading when the label is the section's only title; otherwise the content has its own. */
  labelIsHeading?: boolean;
  note?: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of a public page: ink rule across, running head on the left, content in columns 4-12. */
export function Section({ label, labelIsHeading = false, note, aside, className, children }: SectionProps) {
  const Label = labelIsHeading ? 'h2' : 'p';
  return (
    <section className={className ?? 'py-(--sp-section)'}>
      <div className="wrap">
        <div className="grid-page gap-y-8 border-t border-border-strong pt-5">
          <div className="col-span-full lg:col-span-3">
            <Label className="font-label type-ui">{label}</Label>
            {note && <p className="mt-1 max-w-[22ch] type-meta">{note}</p>}
            {aside}
          </div>
          <div className="col-span-full min-w-0 lg:col-span-9 lg:col-start-4">{children}</div>
        </div>
      </div>
    </section>
  );
}
