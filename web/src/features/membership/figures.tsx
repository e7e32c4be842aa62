import type { MembershipContent } from '@/generated/content';

/** The figures of the launch. They are projections, and each says so. */
export function Figures({ figures }: Pick<MembershipContent, 'figures'>) {
  return (
    <section aria-labelledby="figures" className="border-y border-border">
      <div className="wrap py-[clamp(1.5rem,2.6vw,2.25rem)]">
        <h2 id="figures" className="font-label type-ui">
          {figures.note}
        </h2>
        <ul className="mt-8 grid gap-y-8 md:grid-cols-3">
          {figures.items.map(({ value, mark, label }) => (
            <li
              key={label}
              className="grid content-start gap-4 border-border md:border-l md:pl-(--gutter) md:first:border-l-0 md:first:pl-0"
            >
              <span className="type-numeral">
                {value}
                <sup className="relative top-[-0.78em] mx-[0.06em] text-[0.46em] leading-0 text-north">{mark}</sup>
              </span>
              <span className="text-ui leading-snug text-foreground-2">
                {label} <span className="text-muted-foreground">(projeção)</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
