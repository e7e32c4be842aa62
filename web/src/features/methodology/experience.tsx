import type { MethodologyContent } from '@/generated/content';

/** Where the method comes from: the years as the picture. */
export function Experience({ experience }: Pick<MethodologyContent, 'experience'>) {
  return (
    <section aria-labelledby="experience" className="wrap grid-page items-end gap-y-6 py-(--sp-section)">
      <h2 id="experience" className="col-span-full flex items-baseline gap-4 lg:col-span-6">
        <span className="type-numeral text-[clamp(6rem,3.5rem+11vw,14rem)]">
          {experience.value.replace(/\+$/, '')}
          {experience.value.endsWith('+') && (
            <sup className="relative top-[-0.78em] ml-[0.06em] text-[0.46em] leading-0 text-north">+</sup>
          )}
        </span>{' '}
        <span className="max-w-[8ch] type-title-1">{experience.title}</span>
      </h2>
      <p className="col-span-full max-w-[44ch] type-lede lg:col-span-5 lg:col-start-8">{experience.text}</p>
    </section>
  );
}
