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
            <li key={title} className="flex flex-col md:pb-10 lg:pb-0">
              <span aria-hidden="true" className="type-numeral">
                {index + 1}
              </span>
              <div className="mt-6 flex-1 border-t border-foreground pr-8 pb-10 before:block before:h-3 before:w-0.75 before:bg-north md:pb-0">
                <h3 className="mt-3.5 type-title-1">{title}</h3>
                <p className="mt-3 max-w-[34ch] text-base leading-relaxed text-foreground-2">{text}</p>
                <p className="mt-4 type-meta">{when}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
