import type { SoftwareContent } from '@/generated/content';
import { Section } from '@/ui/section';

/** Six benefits as entries of an index: the name on the left, what it means on the right. */
export function SoftwareBenefits({ benefits }: Pick<SoftwareContent, 'benefits'>) {
  return (
    <Section label="Benefícios">
      <h2 className="type-display-2">{benefits.title}</h2>
      <dl className="mt-[clamp(2rem,4vw,3.5rem)]">
        {benefits.items.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-(--gutter) gap-y-1.5 border-t border-border py-5 md:grid-cols-[4fr_5fr]"
          >
            <dt className="type-title-2">{title}</dt>
            <dd className="text-base leading-relaxed text-foreground-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
