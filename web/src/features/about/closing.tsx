import type { AboutContent } from '@/generated/content';
import { useSite } from '@/lib/site';

/** The sentence to leave with. */
export function Closing({ closing }: Pick<AboutContent, 'closing'>) {
  const site = useSite();
  return (
    <div className="bg-block text-block-foreground">
      <figure className="wrap grid-page py-[clamp(5rem,10vw,10rem)]">
        <blockquote className="col-span-full type-display-2 text-balance lg:col-span-10 lg:col-start-3">
          “{closing.quote}”
        </blockquote>
        <figcaption className="col-span-full mt-8 text-block-muted lg:col-start-3">{site.name}</figcaption>
      </figure>
    </div>
  );
}
