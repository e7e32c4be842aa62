import type { AboutContent, CertificationCategory } from '@/generated/content';
import { Badge } from '@/ui/badge';
import { GoLink } from '@/ui/link';

const CATEGORIES: Record<CertificationCategory, string> = {
  business: 'Negócios',
  sales: 'Vendas',
  leadership: 'Liderança',
  coaching: 'Coaching',
};

/** Certificates in two columns, each with the way to its proof. */
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
