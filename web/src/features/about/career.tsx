import { Building2, ChartNoAxesColumn, ClipboardList, Factory, Handshake, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AboutContent, CertificationCategory, EducationType, Role, RoleIcon } from '@/generated/content';
import { Badge } from '@/ui/badge';
import { GoLink, Link, LinkArrow } from '@/ui/link';
import { NeedleArt } from '@/ui/needle-art';
import { SectionNav } from '@/ui/section-nav';

const ICONS: Record<RoleIcon, typeof Store> = {
  building: Building2,
  chart: ChartNoAxesColumn,
  factory: Factory,
  store: Store,
  handshake: Handshake,
  clipboard: ClipboardList,
};

export function Timeline({
  roles,
  experience_link,
  sample,
}: Pick<AboutContent, 'roles' | 'experience_link' | 'sample'>) {
  return (
    <AboutSection id="trajetoria-profissional">
      <h2 className="type-display-2">Trajetória Profissional</h2>
      {sample && <p className="mt-3 type-meta">Cargos e empresas de exemplo</p>}
      <ol className="mt-[clamp(1.5rem,3vw,2.5rem)]">
        {roles.map((role) => (
          <TimelineRow key={role.year} role={role} href={experience_link} />
        ))}
      </ol>
    </AboutSection>
  );
}

function TimelineRow({ role, href }: { role: Role; href: string }) {
  const Icon = ICONS[role.icon];
  return (
    <li className="group relative grid gap-x-(--gutter) gap-y-4 border-t border-border py-8 md:grid-cols-9">
      <p className="font-serif text-[clamp(2.25rem,1.4rem+2vw,3.5rem)] leading-none tracking-[-0.04em] md:col-span-3">
        {role.year}
        <span className="mt-2 block font-sans text-small leading-snug tracking-normal text-muted-foreground">
          {role.until}
        </span>
      </p>
      <div className="pr-8 md:col-span-6">
        <h3 className="type-title-1">
          <Link
            href={href}
            newTab
            className="transition-colors duration-(--dur-1) group-hover:text-north after:absolute after:inset-0"
          >
            {role.position}
          </Link>
        </h3>
        <p className="mt-1.5 flex items-center gap-2 type-ui text-muted-foreground">
          <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.6} />
          {role.company}
        </p>
        <p className="mt-4 text-base leading-normal text-foreground-2">{role.description}</p>
        <ul className="mt-3 grid gap-2">
          {role.achievements.map((achievement) => (
            <li
              key={achievement}
              className="relative pl-5 text-base leading-normal text-foreground-2 before:absolute before:top-[0.7em] before:left-0 before:h-px before:w-2.5 before:bg-north"
            >
              {achievement}
            </li>
          ))}
        </ul>
      </div>
      <LinkArrow newTab className="absolute top-9 right-0 text-muted-foreground group-hover:text-north" />
    </li>
  );
}

const TYPES: Record<EducationType, string> = {
  mba: 'MBA',
  executive: 'Executivo',
  master: 'Mestrado',
  graduation: 'Graduação',
  specialization: 'Especialização',
};

export function EducationList({ education }: Pick<AboutContent, 'education'>) {
  return (
    <ul className="mt-[clamp(1.5rem,3vw,2.5rem)] border-b border-border type-ui">
      {education.map(({ type, degree, institution, location, period, skills }) => (
        <li
          key={degree + institution}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-5 gap-y-1 border-t border-border py-3.5 md:grid-cols-[8.5rem_3fr_2fr_7rem]"
        >
          <h3 className="type-title-3 max-md:col-span-full md:order-2">{degree}</h3>
          <p className="text-muted-foreground max-md:col-span-full md:order-3">
            {institution}, {location}
          </p>
          <p className="text-muted-foreground md:order-1">{TYPES[type]}</p>
          <p className="text-right text-muted-foreground tabular-nums md:order-4">{period}</p>
          {skills && (
            <p className="col-span-full text-small text-muted-foreground md:order-5 md:col-start-2">
              Competências: {skills.join(', ')}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const CATEGORIES: Record<CertificationCategory, string> = {
  business: 'Negócios',
  sales: 'Vendas',
  leadership: 'Liderança',
  coaching: 'Coaching',
};

export function Certifications({ certifications }: Pick<AboutContent, 'certifications'>) {
  return (
    <>
      <h3 className="mt-[clamp(3rem,5vw,5rem)] type-display-3">Certificações</h3>
      <ul className="mt-[clamp(1.5rem,3vw,2.5rem)] grid gap-x-(--gutter) md:grid-cols-2">
        {certifications.map(({ category, name, institution, period, credential_code, skills, link }) => (
          <li key={name} className="grid content-start justify-items-start gap-2 border-t border-border pt-5 pb-4">
            <Badge>{CATEGORIES[category]}</Badge>
            <h4 className="type-title-2">{name}</h4>
            <p className="type-meta tabular-nums">
              {[institution, period, credential_code && `Credencial ${credential_code}`].filter(Boolean).join(' · ')}
            </p>
            {skills && <p className="type-meta">Competências: {skills.join(', ')}</p>}
            <GoLink href={link} newTab>
              Ver credencial
              <span className="sr-only">: {name}</span>
            </GoLink>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Learning({
  education,
  certifications,
  expertise,
  sample,
}: Pick<AboutContent, 'education' | 'certifications' | 'expertise' | 'sample'>) {
  return (
    <AboutSection id="formacao-academica">
      <h2 className="type-display-2">Formação Acadêmica</h2>
      {sample && <p className="mt-3 type-meta">Instituições de exemplo</p>}
      <EducationList education={education} />
      <Certifications certifications={certifications} />
      <Expertise expertise={expertise} />
    </AboutSection>
  );
}

/** The page's parts, in order; the ids are addresses others link to. */
const SECTIONS = [
  { id: 'sobre', label: 'Sobre' },
  { id: 'principios', label: 'Princípios' },
  { id: 'trajetoria-profissional', label: 'Trajetória Profissional' },
  { id: 'formacao-academica', label: 'Formação Acadêmica' },
  { id: 'recomendacoes', label: 'Recomendações' },
] as const;

export type AboutSectionId = (typeof SECTIONS)[number]['id'];

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

function Expertise({ expertise }: Pick<AboutContent, 'expertise'>) {
  return (
    <>
      <h3 className="mt-[clamp(3rem,5vw,5rem)] type-display-3">Áreas de atuação</h3>
      <ul className="mt-[clamp(1.5rem,3vw,2.5rem)] grid border-t border-l border-border sm:grid-cols-2 md:grid-cols-3">
        {expertise.map(({ field, title, text }) => (
          <li
            key={title}
            className="flex flex-wrap items-center gap-x-5 gap-y-9 border-r border-b border-border p-4 sm:last:max-md:col-span-2 md:grid md:content-start md:items-start md:p-5"
          >
            <NeedleArt field={field} seed={title} width={162} height={108} step={27} className="h-18 w-27" />
            <div className="flex-1">
              <h4 className="type-title-2">{title}</h4>
              <p className="mt-1.5 text-small leading-snug text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
