import type { MentoringContent } from '@/generated/content';

/** Four large numerals in a row, joined by one rule; a needle's tick stands where each step begins. */
export function Method({ method }: Pick<MentoringContent, 'method'>) {
  return (
    <section aria-labelledby="method" className="bg-muted">
      <div className="wrap py-(--sp-section)">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
          <h2 id="method" className="type-display-2">
            {method.title}
          </h2>
          <p className="font-label type-ui">Método</p>
        </div>
        <ol className="mt-[clamp(2.5rem,5vw,4.5rem)] grid md:grid-cols-2 lg:grid-cols-4">
          {method.steps.map(({ title, text, when }, index) => (
            // What each step is called, is and takes stands on the lines of its neighbours, however long a name is.
            <li key={title} className="grid md:row-span-4 md:grid-rows-subgrid md:pb-10 lg:pb-0">
              <span aria-hidden="true" className="type-numeral">
                {index + 1}
              </span>
              <h3 className="mt-6 border-t border-foreground pr-8 type-title-1 before:mb-3.5 before:block before:h-3 before:w-0.75 before:bg-north">
                {title}
              </h3>
              <p className="mt-3 max-w-[38ch] pr-8 text-base leading-relaxed text-foreground-2">{text}</p>
              <p className="mt-4 type-meta max-md:pb-10">{when}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
