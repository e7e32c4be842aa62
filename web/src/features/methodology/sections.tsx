import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { chatUrl, useSite } from '@/entities/site';
import { breadcrumbs } from '@/entities/structured-data';
import type { MethodologyContent } from '@/generated/content';
import { BackLink } from '@/ui/back-link';
import { Badge } from '@/ui/badge';
import { CallBlock } from '@/ui/call-block';
import { NeedleArt, Plate } from '@/ui/needle-art';

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
        structuredData={import.meta.env.SSR && [breadcrumbs(site, trail)]}
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

/** The pillars as four numbered rows. */
export function Pillars({ pillars }: Pick<MethodologyContent, 'pillars'>) {
  return (
    <section aria-labelledby="pillars" className="wrap py-(--sp-section)">
      <h2 id="pillars" className="max-w-[18ch] type-display-2">
        {pillars.title}
      </h2>
      <ol className="mt-[clamp(2.5rem,5vw,4.5rem)] border-b border-border-strong">
        {pillars.items.map(({ title, text, product }, index) => (
          <li
            key={title}
            className="grid grid-cols-[clamp(1.5rem,4.2vw,2.5rem)_1fr] gap-x-[clamp(1.25rem,3vw,2.5rem)] gap-y-4 border-t border-border-strong py-[clamp(1.75rem,3vw,2.75rem)] lg:grid-cols-12 lg:gap-x-(--gutter)"
          >
            <span aria-hidden="true" className="type-numeral lg:col-span-2">
              {index + 1}
            </span>
            <div className="lg:col-span-6">
              <h3 className="type-display-3">{title}</h3>
              <p className="mt-3 max-w-[48ch] text-body text-foreground-2">{text}</p>
            </div>
            <p className="col-start-2 self-start border-l-3 border-north pl-4 lg:col-span-4 lg:col-start-9">
              <span className="block type-meta">O que fica pronto</span>
              <span className="mt-1 block max-w-[30ch] type-title-3">{product}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Five figures in one row; stacked on narrow screens. */
export function Results({ results, sample }: Pick<MethodologyContent, 'results' | 'sample'>) {
  return (
    <section aria-labelledby="results" className="bg-muted py-(--sp-section)">
      <div className="wrap">
        <div className="grid-page items-end gap-y-4">
          <h2 id="results" className="col-span-full type-display-2 lg:col-span-7">
            {results.title}
          </h2>
          <div className="col-span-full grid justify-items-start gap-3 lg:col-span-4 lg:col-start-9">
            <p className="max-w-[40ch] text-base text-foreground-2">{results.text}</p>
            {sample && <Badge tone="line">Números de exemplo</Badge>}
          </div>
        </div>
        <ul className="mt-[clamp(2.5rem,5vw,4.5rem)] grid border-t border-border-strong md:grid-cols-5">
          {results.items.map(({ value, text }) => (
            <li
              key={text}
              className="flex items-baseline gap-5 border-input/40 py-5 max-md:not-first:border-t md:block md:py-7 md:pr-4 md:not-first:border-l md:not-first:pl-[clamp(0.75rem,1.6vw,1.75rem)]"
            >
              <span className="type-numeral whitespace-nowrap max-md:min-w-[2.2em] md:text-[clamp(2.75rem,0.4rem+5vw,6rem)]">
                {value}
                <span className="text-[0.5em] text-north">%</span>
              </span>
              <span className="block max-w-[22ch] text-ui leading-snug text-foreground-2 md:mt-4">{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

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

export function MethodologyCall({ call }: Pick<MethodologyContent, 'call'>) {
  const site = useSite();
  return <CallBlock call={call} href={chatUrl(site, 'methodology')} field="cadence" seed="metodo" />;
}
