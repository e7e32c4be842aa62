import type { MentoringContent } from '@/generated/content';

/** For whom, and with what result: side by side, so that one can be held against the other. */
export function Fit({ profile, results }: Pick<MentoringContent, 'profile' | 'results'>) {
  return (
    <div className="wrap grid gap-x-[calc(3*var(--gutter))] gap-y-16 py-(--sp-section) lg:grid-cols-2">
      <section aria-labelledby="profile">
        <h2 id="profile" className="type-display-3">
          {profile.title}
        </h2>
        <ul className="mt-[clamp(1.5rem,2.6vw,2.25rem)] border-t border-border-strong">
          {profile.items.map((item) => (
            <li key={item} className="border-b border-border py-4.5 type-title-2">
              {item}
            </li>
          ))}
        </ul>
        <p className="mt-5 text-base text-muted-foreground">{profile.not_for}</p>
      </section>
      <section aria-labelledby="results">
        <h2 id="results" className="type-display-3">
          {results.title}
        </h2>
        <ul className="mt-[clamp(1.5rem,2.6vw,2.25rem)] grid gap-6 bg-card p-[clamp(1.5rem,2.6vw,2.5rem)] inset-ring inset-ring-border">
          {results.items.map((item) => (
            <li
              key={item}
              className="relative pl-7 text-body before:absolute before:top-[0.78em] before:left-0 before:h-px before:w-3.5 before:bg-north"
            >
              {item}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
