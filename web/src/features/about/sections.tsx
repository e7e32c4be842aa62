import type { ReactNode } from 'react';
import { SectionNav } from '@/ui/section-nav';

/** The page's parts, in order; the ids are addresses others link to. */
const SECTIONS = [
  { id: 'sobre', label: 'Sobre' },
  { id: 'principios', label: 'Princípios' },
  { id: 'trajetoria-profissional', label: 'Trajetória Profissional' },
  { id: 'formacao-academica', label: 'Formação Acadêmica' },
  { id: 'recomendacoes', label: 'Recomendações' },
] as const;

export type AboutSectionId = (typeof SECTIONS)[number]['id'];

/** The navigation that stays in sight, and the sections beside it. */
export function AboutSections({ children }: { children: ReactNode }) {
  return (
    <div className="wrap">
      <div className="lg:grid-page lg:border-t lg:border-border-strong">
        <div className="contents lg:col-span-3 lg:block">
          <SectionNav label="Seções da página" sections={SECTIONS} />
        </div>
        <div className="min-w-0 lg:col-span-9">{children}</div>
      </div>
    </div>
  );
}

export function AboutSection({ id, children }: { id: AboutSectionId; children: ReactNode }) {
  return (
    <section
      id={id}
      className="pt-8 pb-[clamp(4rem,7vw,7rem)] not-first:border-t not-first:border-border-strong lg:pt-5"
    >
      {children}
    </section>
  );
}
