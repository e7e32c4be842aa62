import { cx } from '@/lib/cx';

export interface FactListProps {
  facts: readonly { term: string; text: string }[] | undefined;
  className?: string;
}

/** A few facts side by side, four in a row: for whom, how long, how much. Without facts there is no list. */
export function FactList({ facts = [], className }: FactListProps) {
  if (facts.length === 0) return null;
  return (
    <dl className={cx('grid sm:grid-cols-2 lg:grid-cols-4', className)}>
      {facts.map(({ term, text }) => (
        <div
          key={term}
          className="border-b border-border py-5 sm:pr-6 sm:not-first:pl-6 sm:not-first:border-l sm:max-lg:odd:border-l-0 sm:max-lg:odd:pl-0 lg:py-6"
        >
          <dt className="type-meta">{term}</dt>
          <dd className="mt-1 max-w-[26ch] type-title-3">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
