import type { CoachingContent } from '@/generated/content';

/** Six areas in one grid of hairlines that begins where the plate ends. */
export function Areas({ areas }: Pick<CoachingContent, 'areas'>) {
  return (
    <section aria-labelledby="areas" className="wrap pt-5 pb-(--sp-section)">
      <h2 id="areas" className="font-label type-ui">
        {areas.title}
      </h2>
      <ul className="mt-[clamp(1.75rem,3.4vw,3rem)] grid border-b border-border sm:grid-cols-2 lg:grid-cols-3">
        {areas.items.map(({ title, text }) => (
          <li
            key={title}
            className="border-t border-border py-[clamp(1.5rem,2.4vw,2.25rem)] sm:pr-6 sm:max-lg:even:border-l sm:max-lg:even:pl-6 lg:pr-8 lg:not-nth-[3n+1]:border-l lg:not-nth-[3n+1]:pl-8"
          >
            <h3 className="type-title-1">{title}</h3>
            <p className="mt-2.5 max-w-[34ch] text-base leading-relaxed text-foreground-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
