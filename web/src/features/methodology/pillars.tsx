import type { MethodologyContent } from '@/generated/content';

/** Four numbered lines of a ledger: what the pillar is, and what exists once it stands. */
export function Pillars({ pillars }: Pick<MethodologyContent, 'pillars'>) {
  return (
    <section aria-labelledby="pillars" className="wrap py-(--sp-section)">
      <h2 id="pillars" className="max-w-[18ch] type-display-2">
        {pillars.title}
      </h2>
      <ol className="mt-[clamp(2.5rem,5vw,4.5rem)] border-b border-border-strong">
        {pillars.items.map(({ title, text, product }, index) => (
          <li
            key={title}
            className="grid grid-cols-[clamp(1.5rem,4.2vw,2.5rem)_1fr] gap-x-[clamp(1.25rem,3vw,2.5rem)] gap-y-4 border-t border-border-strong py-[clamp(1.75rem,3vw,2.75rem)] lg:grid-cols-12 lg:gap-x-(--gutter)"
          >
            <span aria-hidden="true" className="type-numeral lg:col-span-2">
              {index + 1}
            </span>
            <div className="lg:col-span-6">
              <h3 className="type-display-3">{title}</h3>
              <p className="mt-3 max-w-[48ch] text-body text-foreground-2">{text}</p>
            </div>
            <p className="col-start-2 self-start border-l-3 border-north pl-4 lg:col-span-4 lg:col-start-9">
              <span className="block type-meta">O que fica pronto</span>
              <span className="mt-1 block max-w-[30ch] type-title-3">{product}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
