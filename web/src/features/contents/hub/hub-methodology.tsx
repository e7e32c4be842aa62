import { paths } from '@/app/pages';
import type { ContentsContent } from '@/generated/content';
import { GoLabel, Link } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';

/** The way to the method, as one wide line. */
export function MethodologyRow({ methodology }: Pick<ContentsContent, 'methodology'>) {
  return (
    <section aria-labelledby="methodology" className="wrap pb-(--sp-section)">
      <Link
        href={paths.methodology}
        className="group grid items-center gap-x-(--gutter) gap-y-6 border border-border bg-card transition-colors duration-(--dur-1) hover:border-foreground md:grid-cols-12"
      >
        <Plate tone="moss" className="aspect-5/2 md:col-span-5 md:aspect-auto md:h-full md:min-h-64">
          <NeedleArt field="axes" seed="maquina" width={560} height={320} step={56} className="absolute inset-0" />
        </Plate>
        <div className="p-6 pt-0 md:col-span-7 md:p-[clamp(1.5rem,3.4vw,3.25rem)]">
          <h2 id="methodology" className="type-display-3 transition-colors duration-(--dur-1) group-hover:text-north">
            {methodology.title}
          </h2>
          <p className="mt-3 max-w-[44ch] type-lede">{methodology.text}</p>
          <GoLabel className="mt-4">{methodology.link}</GoLabel>
        </div>
      </Link>
    </section>
  );
}
