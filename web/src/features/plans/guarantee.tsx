import type { PlansContent } from '@/generated/content';
import { Section } from '@/ui/section';

/** The number of days is the picture. */
export function Guarantee({ guarantee }: Pick<PlansContent, 'guarantee'>) {
  return (
    <Section label="Garantia" className="pb-(--sp-section)">
      <div className="grid grid-cols-9 items-end gap-x-(--gutter) gap-y-10 pt-[clamp(1.5rem,4vw,4rem)]">
        <p
          aria-hidden="true"
          className="col-span-full -ml-[0.04em] type-numeral text-[clamp(9rem,5rem+13vw,19rem)] leading-[0.74] tracking-[-0.06em] text-north md:col-span-4"
        >
          {guarantee.days}
        </p>
        <div className="col-span-full md:col-span-5">
          <h2 className="type-display-3">{guarantee.title}</h2>
          <p className="mt-4 max-w-152 text-foreground-2">{guarantee.text}</p>
        </div>
      </div>
    </Section>
  );
}
