import type { SoftwareContent } from '@/generated/content';

/** For whom, and what comes back: two giant figures on the dark block, each with its reasons. */
export function Figures({ audience, results }: Pick<SoftwareContent, 'audience' | 'results'>) {
  return (
    <div className="bg-block text-block-foreground">
      <div className="wrap grid lg:grid-cols-2">
        <Figure {...audience} className="max-lg:border-b lg:border-r lg:pr-[clamp(2rem,5vw,5rem)]" />
        <Figure {...results} className="lg:pl-[clamp(2rem,5vw,5rem)]" />
      </div>
    </div>
  );
}

function Figure({ value, unit, title, items, className }: SoftwareContent['results'] & { className: string }) {
  return (
    <section className={`border-block-border py-[clamp(3.5rem,7vw,7.5rem)] ${className}`}>
      <p className="flex flex-wrap items-baseline gap-x-4 whitespace-nowrap">
        <span className="type-numeral text-[clamp(4rem,2.2rem+7vw,9rem)]">{value}</span>
        <span className="type-title-1 text-block-muted">{unit}</span>
      </p>
      <h2 className="mt-[clamp(2rem,3.4vw,3.25rem)] type-title-1">{title}</h2>
      <ul className="mt-4 border-t border-block-border">
        {items.map((item) => (
          <li key={item} className="border-b border-block-border py-3.5 text-base text-block-muted">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
