import type { MethodologyContent } from '@/generated/content';
import { Badge } from '@/ui/badge';

/** Five figures in one row between hairlines; stacked where it is narrow. */
export function Results({ results, sample }: Pick<MethodologyContent, 'results' | 'sample'>) {
  return (
    <section aria-labelledby="results" className="bg-muted py-(--sp-section)">
      <div className="wrap">
        <div className="grid-page items-end gap-y-4">
          <h2 id="results" className="col-span-full type-display-2 lg:col-span-7">
            {results.title}
          </h2>
          <div className="col-span-full grid justify-items-start gap-3 lg:col-span-4 lg:col-start-9">
            <p className="max-w-[40ch] text-base text-foreground-2">{results.text}</p>
            {sample && <Badge tone="line">Números de exemplo</Badge>}
          </div>
        </div>
        <ul className="mt-[clamp(2.5rem,5vw,4.5rem)] grid border-t border-border-strong md:grid-cols-5">
          {results.items.map(({ value, text }) => (
            <li
              key={text}
              className="flex items-baseline gap-5 border-input/40 py-5 max-md:not-first:border-t md:block md:py-7 md:pr-4 md:not-first:border-l md:not-first:pl-[clamp(0.75rem,1.6vw,1.75rem)]"
            >
              <span className="type-numeral whitespace-nowrap max-md:min-w-[2.2em] md:text-[clamp(2.75rem,0.4rem+5vw,6rem)]">
                {value}
                <span className="text-[0.5em] text-north">%</span>
              </span>
              <span className="block max-w-[22ch] text-ui leading-snug text-foreground-2 md:mt-4">{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
