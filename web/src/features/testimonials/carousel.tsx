import type { TestimonialsContent } from '@/generated/content';
import { Section } from '@/ui/section';
import { CarouselView } from './carousel-view';
import { useCarousel } from './use-carousel';

export function TestimonialCarousel(content: TestimonialsContent) {
  const total = content.testimonials.length;
  const carousel = useCarousel(total);
  if (total === 0) return null;

  const position = (
    <p
      aria-hidden="true"
      className="mt-10 font-serif text-[clamp(3rem,2rem+3vw,4.75rem)] leading-[0.9] tracking-[-0.04em]"
    >
      {carousel.index + 1}
      <span className="ml-[0.35em] text-[0.34em] tracking-[-0.01em] text-muted-foreground">de {total}</span>
    </p>
  );
  return (
    <Section
      label="Recomendações"
      labelIsHeading
      note="De quem trabalhou junto"
      aside={position}
      className="pb-(--sp-section)"
    >
      <CarouselView {...content} carousel={carousel} />
    </Section>
  );
}
