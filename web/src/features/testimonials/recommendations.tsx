import type { TestimonialsContent } from '@/generated/content';
import { CarouselView } from './carousel-view';
import { useCarousel } from './use-carousel';

export function Recommendations(content: TestimonialsContent) {
  const total = content.testimonials.length;
  const carousel = useCarousel(total);
  return (
    <>
      <div className="mb-[clamp(1.5rem,3vw,2.75rem)] flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="type-display-2">Recomendações</h2>
        <p aria-hidden="true" className="type-meta tabular-nums">
          {carousel.index + 1} de {total}
        </p>
      </div>
      <CarouselView {...content} carousel={carousel} />
    </>
  );
}
