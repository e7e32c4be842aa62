import type { CoachingContent } from '@/generated/content';
import { Section } from '@/ui/section';

/** For whom, in large lines. */
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

/** What others notice: how it was, and how it is. */
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
                <del className="no-underline">{before}</del>
              </td>
              <td className="type-title-1 max-sm:mt-1.5 max-sm:block sm:py-5">
                <ins className="no-underline">{after}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
