import type { ReactNode } from 'react';

/** One part of a detail page: title and explanation on the left, content on the right. */
export function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-(--gutter) gap-y-5 border-t border-border-strong py-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <h3 className="type-title-2">{title}</h3>
        {about && <p className="mt-2 max-w-[40ch] type-meta">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A line of a part: its subject, and its actions. */
export function Line({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-border py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-label [overflow-wrap:anywhere]">{title}</p>
        {detail && <p className="mt-0.5 type-meta [overflow-wrap:anywhere]">{detail}</p>}
      </div>
      {children}
    </div>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="type-meta">{name}</dt>
      <dd className="mt-0.5 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
