import { paths } from '@/app/pages';
import type { MethodologyContent } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';
import { BackLink } from '@/ui/back-link';
import { NeedleArt, Plate } from '@/ui/needle-art';

/** Title and banner, and what crawlers read. */
export function MethodologyHead({ title, lede, description }: MethodologyContent) {
  const site = useSite();
  const trail = [
    { name: 'Conteúdos', path: paths.contents },
    { name: title, path: paths.methodology },
  ];
  return (
    <>
      <Head
        title={title}
        description={description}
        canonicalPath={paths.methodology}
        structuredData={[breadcrumbs(site, trail)]}
      />
      <header className="wrap pt-6">
        <BackLink href={paths.contents}>Conteúdos</BackLink>
        <div className="mt-[clamp(1rem,2.4vw,2rem)] grid-page items-end gap-y-6">
          <h1 className="col-span-full -ml-[0.045em] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,6.5rem)] lg:col-span-7">
            {title}
          </h1>
          <p className="col-span-full max-w-136 pb-2 type-lede lg:col-span-4 lg:col-start-9">{lede}</p>
        </div>
        <Plate tone="moss" className="mt-[clamp(2rem,4vw,3.5rem)] aspect-4/3 sm:aspect-21/9">
          <NeedleArt field="axes" seed="maquina" width={1344} height={576} step={96} />
        </Plate>
      </header>
    </>
  );
}
