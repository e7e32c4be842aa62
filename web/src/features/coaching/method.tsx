import type { CoachingContent } from '@/generated/content';

/** The cycle as a line to read downwards, a needle at each step. */
export function CoachingMethod({ method }: Pick<CoachingContent, 'method'>) {
  return (
    <section aria-labelledby="method" className="on-block bg-block text-block-foreground">
      <div className="wrap grid-page gap-y-12 py-(--sp-section)">
        <div className="col-span-full lg:sticky lg:top-[calc(var(--header-h)+2rem)] lg:col-span-5 lg:self-start">
          <h2 id="method" className="type-display-2">
            {method.title}
          </h2>
          <p className="mt-5 max-w-[34ch] text-body text-block-muted">{method.text}</p>
        </div>
        <ol className="col-span-full lg:col-span-6 lg:col-start-7">
          {method.steps.map((step, index) => (
            <li
              key={step.title}
              className="relative border-l border-block-border pb-[clamp(2rem,4vw,3.5rem)] pl-[clamp(1.75rem,3vw,3rem)] last:border-transparent last:pb-0"
            >
              <Needle north={index === 0} />
              <p className="text-small text-block-muted">{step.when}</p>
              <h3 className="mt-1 type-display-3">{step.title}</h3>
              <p className="mt-3 max-w-[46ch] text-base leading-relaxed text-block-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Needle({ north }: { north: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-8 -24 16 48"
      className={`absolute -top-1 -left-2 h-12 w-4 bg-block ${north ? 'text-block-north' : 'text-block-muted'}`}
    >
      <path d="M0-22 4 0-4 0Z" fill="currentColor" />
      <path d="M0 22-4 0 4 0Z" fill="currentColor" opacity=".4" />
    </svg>
  );
}
