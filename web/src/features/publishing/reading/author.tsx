import { paths } from '@/app/pages';
import { useSite } from '@/entities/site';
import { GoLink } from '@/ui/link';
import { Monogram } from '@/ui/needle-art';

/** Author of a text, below it. */
export function Author() {
  const site = useSite();
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-5 border-t border-border pt-6">
      <Monogram initials={site.monogram} tone="ink" size="large" />
      <div>
        <h2 className="type-title-2">{site.name}</h2>
        <p className="mt-1 text-ui leading-normal text-foreground-2">{site.byline}</p>
        <GoLink href={paths.about} className="print:hidden">
          Conhecer a trajetória
        </GoLink>
      </div>
    </div>
  );
}
