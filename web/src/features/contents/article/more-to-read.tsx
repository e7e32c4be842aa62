import { useQuery } from '@tanstack/react-query';
import { Section } from '@/ui/section';
import { RowCard } from '../cards/content-cards';
import type { Article } from '../queries';
import { relatedQuery } from './related';

/** The second row is the vermilion one. */
const ACCENT_AT = 1;

/** What is near the article in subject, and after that the newest. */
export function MoreToRead({ article }: { article: Article }) {
  const { data: contents } = useQuery(relatedQuery(article));
  if (!contents?.length) return null;
  return (
    <Section label="Continue lendo" labelIsHeading className="pb-[clamp(2rem,4vw,4rem)] print:hidden">
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
