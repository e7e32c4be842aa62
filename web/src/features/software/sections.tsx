import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import type { ModuleScreen as Screen, SoftwareContent } from '@/generated/content';
import { BackLink } from '@/ui/back-link';
import { Badge } from '@/ui/badge';
import { Plate, type PlateTone } from '@/ui/needle-art';
import { Section } from '@/ui/section';
import { ModuleScreen } from './module-screen';

export function SoftwareHero({
  title,
  lede,
  note,
  action,
}: Pick<SoftwareContent, 'title' | 'lede' | 'note'> & { action: ReactNode }) {
  return (
    <div className="wrap pt-6 pb-[clamp(2.5rem,5vw,4.5rem)]">
      <BackLink href={paths.solutions}>Soluções</BackLink>
      <div className="mt-[clamp(1rem,2.4vw,2rem)] flex flex-wrap items-center gap-x-6 gap-y-4">
        <h1 className="-ml-[0.045em] type-display-1 text-[clamp(3rem,1.5rem+6.4vw,7.25rem)]">{title}</h1>
        <Badge tone="soon" className="min-h-8 px-3 text-sm">
          Em breve
        </Badge>
      </div>
      <div className="mt-[clamp(1.25rem,2.4vw,2.25rem)] grid-page gap-y-8">
        <p className="col-span-full max-w-152 type-lede lg:col-span-7">{lede}</p>
        <div className="col-span-full grid content-start gap-3 sm:justify-items-start lg:col-span-4 lg:col-start-9 lg:justify-items-end lg:text-right">
          {action}
          <p className="type-meta">{note}</p>
        </div>
      </div>
    </div>
  );
}

const TONES: Record<Screen, PlateTone> = { finance: 'plate', sales: 'ink', operations: 'moss', people: 'plate-2' };

export function Modules({ modules }: Pick<SoftwareContent, 'modules'>) {
  return (
    <section aria-labelledby="modules" className="wrap pb-(--sp-section)">
      <h2 id="modules" className="border-t border-border-strong pt-5 type-display-2">
        {modules.title}
      </h2>
      <ul className="mt-6 grid border-t border-l border-border md:grid-cols-2">
        {modules.items.map(({ screen, title, text }) => (
          <li key={screen} className="flex flex-col border-r border-b border-border">
            <Plate tone={TONES[screen]} className="p-[clamp(1.25rem,3.4vw,3.25rem)]">
              <ModuleScreen screen={screen} />
            </Plate>
            <div className="px-[clamp(1.25rem,2.4vw,2.25rem)] pt-6 pb-8">
              <h3 className="type-display-3">{title}</h3>
              <p className="mt-2.5 max-w-[46ch] text-base leading-relaxed text-foreground-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Figures({ audience, results }: Pick<SoftwareContent, 'audience' | 'results'>) {
  return (
    <div className="bg-block text-block-foreground">
      <div className="wrap grid lg:grid-cols-2">
        <Figure {...audience} className="max-lg:border-b lg:border-r lg:pr-[clamp(2rem,5vw,5rem)]" />
        <Figure {...results} className="lg:pl-[clamp(2rem,5vw,5rem)]" />
      </div>
    </div>
  );
}

function Figure({ value, unit, title, items, className }: SoftwareContent['results'] & { className: string }) {
  return (
    <section className={`border-block-border py-[clamp(3.5rem,7vw,7.5rem)] ${className}`}>
      <p className="flex flex-wrap items-baseline gap-x-4 whitespace-nowrap">
        <span className="type-numeral text-[clamp(4rem,2.2rem+7vw,9rem)]">{value}</span>
        <span className="type-title-1 text-block-muted">{unit}</span>
      </p>
      <h2 className="mt-[clamp(2rem,3.4vw,3.25rem)] type-title-1">{title}</h2>
      <ul className="mt-4 border-t border-block-border">
        {items.map((item) => (
          <li key={item} className="border-b border-block-border py-3.5 text-base text-block-muted">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SoftwareBenefits({ benefits }: Pick<SoftwareContent, 'benefits'>) {
  return (
    <Section label="Benefícios">
      <h2 className="type-display-2">{benefits.title}</h2>
      <dl className="mt-[clamp(2rem,4vw,3.5rem)]">
        {benefits.items.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-(--gutter) gap-y-1.5 border-t border-border py-5 md:grid-cols-[4fr_5fr]"
          >
            <dt className="type-title-2">{title}</dt>
            <dd className="text-base leading-relaxed text-foreground-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
