import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useSite } from '@/entities/site';
import type { TestimonialsContent } from '@/generated/content';
import { cx } from '@/lib/cx';
import { Quotation } from './quotation';
import type { Carousel } from './use-carousel';

export function CarouselView({
  testimonials,
  sample,
  carousel: { index, touched, show, onKeyDown },
}: TestimonialsContent & { carousel: Carousel }) {
  const site = useSite();
  const total = testimonials.length;
  const current = testimonials[index];
  if (!current) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls, not a fieldset of a form
    <div role="group" aria-roledescription="carrossel" aria-label="Depoimentos" onKeyDown={onKeyDown}>
      <div aria-live={touched ? 'polite' : 'off'} aria-atomic="true">
        <Quotation
          key={current.id}
          testimonial={current}
          sample={sample}
          href={site.links.recommendations}
          className={touched ? 'enter-fade' : undefined}
        />
      </div>
      <div className="mt-[clamp(1.75rem,3vw,2.75rem)] flex gap-x-4 gap-y-2 border-t border-border pt-3 noscript:hidden max-sm:flex-col sm:items-center">
        <div className="grid flex-1 grid-cols-8 sm:flex">
          {testimonials.map((testimonial, tick) => (
            <button
              key={testimonial.id}
              type="button"
              aria-label={`Depoimento ${tick + 1} de ${total}`}
              aria-current={tick === index ? 'true' : undefined}
              onClick={() => show(tick)}
              className="group grid h-11 min-w-0 flex-1 place-items-center focus-visible:-outline-offset-2"
            >
              <span
                className={cx(
                  'transition-[height,background-color] duration-(--dur-2)',
                  tick === index
                    ? 'h-7 w-0.75 bg-north'
                    : 'h-3 w-0.5 bg-input group-hover:h-5 group-hover:bg-foreground',
                )}
              />
            </button>
          ))}
        </div>
        <div className="flex gap-2">
          <button type="button" aria-label="Depoimento anterior" onClick={() => show(index - 1)} className={arrowClass}>
            <ArrowLeft aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          </button>
          <button type="button" aria-label="Próximo depoimento" onClick={() => show(index + 1)} className={arrowClass}>
            <ArrowRight aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          </button>
        </div>
      </div>
      <Others testimonials={testimonials.slice(1)} sample={sample} />
    </div>
  );
}

/** The other testimonials, listed below each other if there is no script. */
function Others({ testimonials, sample }: TestimonialsContent) {
  const site = useSite();
  return (
    <noscript>
      {testimonials.map((testimonial) => (
        <Quotation
          key={testimonial.id}
          testimonial={testimonial}
          sample={sample}
          href={site.links.recommendations}
          className="mt-12 border-t border-border pt-10"
        />
      ))}
    </noscript>
  );
}

const arrowClass =
  'grid h-12 place-items-center rounded-md inset-ring inset-ring-foreground transition-colors duration-(--dur-1) hover:bg-foreground hover:text-background max-sm:flex-1 sm:w-12';
