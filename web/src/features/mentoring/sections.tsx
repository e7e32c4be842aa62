import { paths } from '@/app/pages';
import { chatUrl, useSite } from '@/entities/site';
import type { MentoringContent } from '@/generated/content';
import { BackLink } from '@/ui/back-link';
import { CallBlock } from '@/ui/call-block';
import { FactList } from '@/ui/fact-list';
import { ButtonLink, GoLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';

export function MentoringHero({
  title,
  lede,
  format,
  call,
}: Pick<MentoringContent, 'title' | 'lede' | 'format' | 'call'>) {
  const site = useSite();
  return (
    <div className="wrap pt-6">
      <BackLink href={paths.solutions}>Soluções</BackLink>
      <div className="mt-[clamp(1rem,2.4vw,2rem)] grid-page items-end gap-y-6">
        <h1 className="col-span-full -ml-[0.045em] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)] lg:col-span-8">
          {title}
        </h1>
        <div className="col-span-full max-w-136 lg:col-span-4">
          <p className="type-lede">{lede}</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
            <ButtonLink href={chatUrl(site, 'contact')} newTab className="max-sm:w-full">
              {call.button}
            </ButtonLink>
            <GoLink href="#method">Ver as etapas</GoLink>
          </div>
        </div>
      </div>
      <Plate tone="ink" className="mt-[clamp(2rem,4vw,3.5rem)] aspect-4/3 sm:aspect-21/9">
        <NeedleArt field="converge" seed="mentoria" width={1344} height={576} step={96} />
      </Plate>
      <FactList facts={format} />
    </div>
  );
}

/** The benefits in two columns. */
export function Benefits({ benefits }: Pick<MentoringContent, 'benefits'>) {
  return (
    <Section label="Benefícios">
      <h2 className="type-display-2">{benefits.title}</h2>
      <ul className="mt-[clamp(2rem,4vw,3.5rem)] grid gap-x-[calc(2*var(--gutter))] border-b border-border md:grid-cols-2">
        {benefits.items.map(({ title, text }) => (
          <li key={title} className="border-t border-border py-6">
            <h3 className="type-title-2">{title}</h3>
            <p className="mt-2 max-w-[44ch] text-base leading-relaxed text-foreground-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Method({ method }: Pick<MentoringContent, 'method'>) {
  return (
    <section aria-labelledby="method" className="bg-muted">
      <div className="wrap py-(--sp-section)">
        <h2 id="method" className="type-display-2">
          {method.title}
        </h2>
        <ol className="mt-[clamp(2.5rem,5vw,4.5rem)] grid md:grid-cols-2 lg:grid-cols-4">
          {method.steps.map(({ title, text, when }, index) => (
            // Name, text and duration of each step align with those of its neighbours.
            <li key={title} className="grid md:row-span-4 md:grid-rows-subgrid md:pb-10 lg:pb-0">
              <span aria-hidden="true" className="type-numeral">
                {index + 1}
              </span>
              <h3 className="mt-6 border-t border-foreground pr-8 type-title-1 before:mb-3.5 before:block before:h-3 before:w-0.75 before:bg-north">
                {title}
              </h3>
              <p className="mt-3 max-w-[38ch] pr-8 text-base leading-relaxed text-foreground-2">{text}</p>
              <p className="mt-4 type-meta max-md:pb-10">{when}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Profile and results, side by side. */
export function Fit({ profile, results }: Pick<MentoringContent, 'profile' | 'results'>) {
  return (
    <div className="wrap grid gap-x-[calc(3*var(--gutter))] gap-y-16 py-(--sp-section) lg:grid-cols-2">
      <section aria-labelledby="profile">
        <h2 id="profile" className="type-display-3">
          {profile.title}
        </h2>
        <ul className="mt-[clamp(1.5rem,2.6vw,2.25rem)] border-t border-border-strong">
          {profile.items.map((item) => (
            <li key={item} className="border-b border-border py-4.5 type-title-2">
              {item}
            </li>
          ))}
        </ul>
        <p className="mt-5 text-base text-muted-foreground">{profile.not_for}</p>
      </section>
      <section aria-labelledby="results">
        <h2 id="results" className="type-display-3">
          {results.title}
        </h2>
        <ul className="mt-[clamp(1.5rem,2.6vw,2.25rem)] grid gap-6 bg-card p-[clamp(1.5rem,2.6vw,2.5rem)] inset-ring inset-ring-border">
          {results.items.map((item) => (
            <li
              key={item}
              className="relative pl-7 text-body before:absolute before:top-[0.78em] before:left-0 before:h-px before:w-3.5 before:bg-north"
            >
              {item}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export function MentoringCall({ call }: Pick<MentoringContent, 'call'>) {
  const site = useSite();
  return <CallBlock call={call} href={chatUrl(site, 'contact')} field="converge" seed="conversa" />;
}
