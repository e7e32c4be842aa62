import type { ReactNode } from 'react';

export interface SectionProps {
  label: string;
  /** True where the label is the section's only title. */
  labelIsHeading?: boolean;
  note?: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

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
