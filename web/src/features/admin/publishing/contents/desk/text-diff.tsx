import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

/** Two texts as one: what was added is underlined, what was removed is struck through. */
export function TextDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const parts = useMemo(() => {
    let at = 0;
    return diffWordsWithSpace(before, after).map((part) => {
      at += part.value.length;
      return { ...part, key: at };
    });
  }, [before, after]);
  if (before === after) {
    return <p className="type-ui text-muted-foreground">O título, a descrição e o texto são iguais.</p>;
  }
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[50vh] overflow-y-auto border border-border bg-background p-4 font-serif text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      {parts.map(({ key, value, added, removed }) => {
        if (added) {
          return (
            <ins key={`+${key}`} className="bg-success-tint text-success underline decoration-1 underline-offset-3">
              <span className="sr-only"> [novo] </span>
              {value}
            </ins>
          );
        }
        if (removed) {
          return (
            <del key={`-${key}`} className="bg-destructive-tint text-destructive">
              <span className="sr-only"> [removido] </span>
              {value}
            </del>
          );
        }
        return <span key={`=${key}`}>{value}</span>;
      })}
    </section>
  );
}
