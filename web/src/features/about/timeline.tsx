import { Building2, ChartNoAxesColumn, ClipboardList, Factory, Handshake, Store } from 'lucide-react';
import type { AboutContent, Role, RoleIcon } from '@/generated/content';
import { Link, LinkArrow } from '@/ui/link';
import { AboutSection } from './sections';

const ICONS: Record<RoleIcon, typeof Store> = {
  building: Building2,
  chart: ChartNoAxesColumn,
  factory: Factory,
  store: Store,
  handshake: Handshake,
  clipboard: ClipboardList,
};

/** Where the owner has worked, newest first. The whole row opens the external profile. */
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
