import { Section } from '@/ui/section';
import { RowCard } from './content-cards';
import type { ContentCard } from './queries';

/** The second row is the vermilion one. */
const ACCENT_AT = 1;

export function MoreToRead({ contents }: { contents: readonly ContentCard[] }) {
  if (contents.length === 0) return null;
  return (
    <Section label="Continue lendo" labelIsHeading className="pb-[clamp(2rem,4vw,4rem)]">
      <ul className="border-b border-border">
        {contents.map((content, index) => (
          <li key={content.id}>
            <RowCard content={content} accent={index === ACCENT_AT} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
