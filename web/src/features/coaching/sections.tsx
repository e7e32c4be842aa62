import { MessageCircle } from 'lucide-react';
import { paths } from '@/app/pages';
import { chatUrl, useSite } from '@/entities/site';
import type { CoachingContent } from '@/generated/content';
import { BackLink } from '@/ui/back-link';
import { FactList } from '@/ui/fact-list';
import { ButtonLink, GoLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';

export function CoachingHero({ title, lede, call }: Pick<CoachingContent, 'title' | 'lede' | 'call'>) {
  const site = useSite();
  return (
    <div className="overflow-hidden border-b border-border-strong">
      <div className="wrap grid-page">
        <div className="col-span-full flex flex-col pt-6 pb-10 lg:col-span-7 lg:min-h-152 lg:pb-12">
          <BackLink href={paths.solutions} className="self-start">
            Soluções
          </BackLink>
          <h1 className="-ml-[0.045em] pt-6 type-display-1 text-[clamp(3rem,1.5rem+6vw,6.75rem)] lg:mt-auto">
            {title}
          </h1>
          <p className="mt-[clamp(1.5rem,2.4vw,2.25rem)] max-w-132 type-lede">{lede}</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
            <ButtonLink href={chatUrl(site, 'contact')} newTab className="max-sm:w-full">
              {call.button}
            </ButtonLink>
            <GoLink href="#method">Ver as etapas</GoLink>
          </div>
        </div>
        <Plate
          tone="plate-2"
          className="col-span-full -mr-[max(var(--page-margin),calc((100vw-var(--page-max))/2))] max-lg:-ml-(--page-margin) max-lg:aspect-2/1 lg:col-span-5"
        >
          <NeedleArt field="pairs" seed="coaching" width={640} height={640} step={80} className="absolute inset-0" />
        </Plate>
      </div>
    </div>
  );
}

/** Audience, duration and price, under the hero. */
export function CoachingFormat({ format }: Pick<CoachingContent, 'format'>) {
  return <FactList facts={format} className="wrap" />;
}

export function Areas({ areas }: Pick<CoachingContent, 'areas'>) {
  return (
    <section aria-labelledby="areas" className="wrap py-(--sp-section)">
      <h2 id="areas" className="type-display-3">
        {areas.title}
      </h2>
      <ul className="mt-[clamp(1.75rem,3.4vw,3rem)] grid border-b border-border sm:grid-cols-2 lg:grid-cols-3">
        {areas.items.map(({ title, text }) => (
          <li
            key={title}
            className="border-t border-border py-[clamp(1.5rem,2.4vw,2.25rem)] sm:pr-6 sm:max-lg:even:border-l sm:max-lg:even:pl-6 lg:pr-8 lg:not-nth-[3n+1]:border-l lg:not-nth-[3n+1]:pl-8"
          >
            <h3 className="type-title-1">{title}</h3>
            <p className="mt-2.5 max-w-[34ch] text-base leading-relaxed text-foreground-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CoachingMethod({ method }: Pick<CoachingContent, 'method'>) {
  return (
    <section aria-labelledby="method" className="on-block bg-block text-block-foreground">
      <div className="wrap grid-page gap-y-12 py-(--sp-section)">
        <div className="col-span-full lg:sticky lg:top-[calc(var(--header-h)+2rem)] lg:col-span-5 lg:self-start">
          <h2 id="method" className="type-display-2">
            {method.title}
          </h2>
          <p className="mt-5 max-w-[34ch] text-body text-block-muted">{method.text}</p>
        </div>
        <ol className="col-span-full lg:col-span-6 lg:col-start-7">
          {method.steps.map((step, index) => (
            <li
              key={step.title}
              className="relative border-l border-block-border pb-[clamp(2rem,4vw,3.5rem)] pl-[clamp(1.75rem,3vw,3rem)] last:border-transparent last:pb-0"
            >
              <Needle north={index === 0} />
              <p className="text-small text-block-muted">{step.when}</p>
              <h3 className="mt-1 type-display-3">{step.title}</h3>
              <p className="mt-3 max-w-[46ch] text-base leading-relaxed text-block-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Needle({ north }: { north: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-8 -24 16 48"
      className={`absolute -top-1 -left-2 h-12 w-4 bg-block ${north ? 'text-block-north' : 'text-block-muted'}`}
    >
      <path d="M0-22 4 0-4 0Z" fill="currentColor" />
      <path d="M0 22-4 0 4 0Z" fill="currentColor" opacity=".4" />
    </svg>
  );
}

export function Audience({ audience }: Pick<CoachingContent, 'audience'>) {
  return (
    <Section label={audience.title} labelIsHeading className="pt-(--sp-section)">
      <ul className="-mt-3">
        {audience.items.map((item) => (
          <li key={item} className="border-b border-border py-[clamp(1rem,1.7vw,1.5rem)] type-display-3">
            {item}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Results({ results }: Pick<CoachingContent, 'results'>) {
  return (
    <Section label={results.title} labelIsHeading>
      <table className="w-full text-left max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="font-label type-meta">
            <th scope="col" className="w-2/5 pb-3 font-label">
              Antes
            </th>
            <th scope="col" className="pb-3 font-label">
              Depois
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {results.items.map(({ before, after }) => (
            <tr key={before} className="border-t border-border align-baseline max-sm:block max-sm:py-5">
              <td className="pr-8 text-base text-muted-foreground max-sm:block sm:py-5">
                <span aria-hidden="true" className="block font-label text-small sm:hidden">
                  Antes
                </span>
                <del className="no-underline">{before}</del>
              </td>
              <td className="type-title-1 max-sm:mt-1.5 max-sm:block sm:py-5">
                <span
                  aria-hidden="true"
                  className="block font-label font-sans text-small text-muted-foreground sm:hidden"
                >
                  Depois
                </span>
                <ins className="no-underline">{after}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

export function CoachingCall({ call }: Pick<CoachingContent, 'call'>) {
  const site = useSite();
  return (
    <section aria-labelledby="call" className="wrap pb-(--sp-section)">
      <div className="grid-page items-center gap-y-8 border-y border-border-strong py-[clamp(2.5rem,5vw,4.5rem)]">
        <p
          aria-hidden="true"
          className="col-span-full type-numeral text-[clamp(8rem,5rem+13vw,17rem)] text-north lg:col-span-5"
        >
          {call.value}
        </p>
        <div className="col-span-full lg:col-span-6 lg:col-start-7">
          <h2 id="call" className="type-display-2">
            {call.title}
          </h2>
          <p className="mt-5 max-w-[50ch] text-body text-foreground-2">{call.text}</p>
          <ButtonLink href={chatUrl(site, 'contact')} newTab className="mt-8 max-sm:w-full">
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {call.button}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
