import type { ReactNode } from 'react';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { breadcrumbs } from '@/entities/structured-data';
import type { LegalContent } from '@/generated/content';
import { formatLongDate } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { TextLink } from '@/ui/link';
import { SectionNav } from '@/ui/section-nav';

/** A legal text in numbered parts. `parties` says whom it binds. */
export function LegalPage({
  title,
  description,
  updated,
  sample,
  sections,
  parties,
}: LegalContent & { parties?: ReactNode }) {
  return (
    <div className="wrap pb-(--sp-section)">
      <header className="pt-[clamp(2.5rem,5vw,4.75rem)] pb-[clamp(2rem,4vw,3.5rem)]">
        <h1 className="type-display-2">{title}</h1>
        <p className="mt-4 max-w-152 type-lede">{description}</p>
        <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 type-meta">
          <span>
            Atualizado em <time dateTime={updated}>{formatLongDate(`${updated}T12:00:00Z`)}</time>
          </span>
          {sample && <Badge tone="line">Texto de exemplo, a revisar pelo responsável</Badge>}
        </p>
        {parties}
      </header>
      <div className="lg:grid-page lg:border-t lg:border-border-strong">
        <div className="contents lg:col-span-4 lg:block">
          <SectionNav label="Nesta página" sections={sections.map(({ id, title: label }) => ({ id, label }))} />
        </div>
        <ol className="lg:col-span-7 lg:col-start-6">
          {sections.map((section, index) => (
            <Part key={section.id} section={section} number={index + 1} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function Part({ section, number }: { section: LegalContent['sections'][number]; number: number }) {
  const { id, title, paragraphs = [], items = [] } = section;
  return (
    <li
      id={id}
      className="grid grid-cols-[2.5rem_1fr] border-border py-8 not-first:border-t sm:grid-cols-[4rem_1fr] lg:py-10 lg:first:pt-5"
    >
      <span aria-hidden="true" className="type-title-1 text-muted-foreground tabular-nums">
        {number}
      </span>
      <div className="max-w-(--measure) min-w-0 text-foreground-2 [&>p]:mt-4">
        <h2 className="type-title-1 text-foreground">{title}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {items.length > 0 && (
          <ul className="mt-4 grid gap-2.5">
            {items.map((item) => (
              <li
                key={item}
                className="relative pl-5 before:absolute before:top-[0.78em] before:left-0 before:h-px before:w-2.5 before:bg-north"
              >
                {item}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

export function LegalHead({ legal: { title, description }, path }: { legal: LegalContent; path: string }) {
  const site = useSite();
  return (
    <Head
      title={title}
      description={description}
      canonicalPath={path}
      structuredData={import.meta.env.SSR && [breadcrumbs(site, [{ name: title, path }])]}
    />
  );
}

export function Controller() {
  const { business } = useSite();
  return (
    <dl className="mt-8 grid max-w-152 gap-x-8 gap-y-5 sm:grid-cols-2">
      <div className="grid content-start gap-0.5">
        <dt className="type-meta">Controlador</dt>
        <dd className="type-ui">
          {business.legal_name}
          <br />
          CNPJ {business.cnpj}
        </dd>
        <dd className="mt-1 type-meta">{business.address}</dd>
      </div>
      <div className="grid content-start gap-0.5">
        <dt className="type-meta">Encarregado pelos dados</dt>
        <dd className="type-ui">{business.data_officer}</dd>
        <dd className="type-ui">
          <TextLink href={`mailto:${business.data_officer_email}`} className="wrap-anywhere">
            {business.data_officer_email}
          </TextLink>
        </dd>
      </div>
    </dl>
  );
}
