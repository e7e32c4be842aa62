import type { AboutContent, EducationType } from '@/generated/content';

const TYPES: Record<EducationType, string> = {
  mba: 'MBA',
  executive: 'Executivo',
  master: 'Mestrado',
  graduation: 'Graduação',
  specialization: 'Especialização',
};

/** Degrees as rows of a table of four columns; two lines each on narrow screens. */
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
