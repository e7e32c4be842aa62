import type { MentoringContent } from '@/generated/content';
import { Section } from '@/ui/section';

/** What changes, as a list in two columns between hairlines. */
export function Benefits({ benefits }: Pick<MentoringContent, 'benefits'>) {
  return (
    <Section label="Benefícios">
      <h2 className="type-display-2">{benefits.title}</h2>
      <ul className="mt-[clamp(2rem,4vw,3.5rem)] grid gap-x-[calc(2*var(--gutter))] border-b border-border md:grid-cols-2">
        {benefits.items.map(({ title, text }) => (
          <li key={title} className="border-t border-border py-6">
            <h3 className="type-title-2">{title}</h3>
            <p className="mt-2 max-w-[44ch] text-base leading-relaxed text-foreground-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
