import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OutlineEntry } from './article-outline';

/** A part is current once its heading has passed this far under the top bar. */
const READING_LINE = '-100px 0px -66% 0px';

export interface ArticleContentsProps {
  outline: readonly OutlineEntry[];
  className: string;
}

/** The parts of the article, with the current one marked. For wide screens. */
export function ArticleContents({ outline, className }: ArticleContentsProps) {
  const current = useCurrentPart(outline);
  return (
    <nav
      aria-label="Neste artigo"
      className={`sticky top-[calc(var(--header-h)+2rem)] self-start text-ui leading-snug print:hidden ${className}`}
    >
      <h2 className="mb-2 font-label text-small">Neste artigo</h2>
      {outline.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          className="block border-t border-border py-2 text-muted-foreground hover:text-foreground aria-[current]:border-north aria-[current]:text-foreground"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** The parts of the article, folded above the text. For narrow screens; opens without script. */
export function FoldedContents({ outline, className }: ArticleContentsProps) {
  return (
    <nav aria-label="Neste artigo" className={`text-ui leading-snug print:hidden ${className}`}>
      <details className="group border-y border-border">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 font-label [&::-webkit-details-marker]:hidden">
          Neste artigo
          <Plus
            aria-hidden="true"
            strokeWidth={1.6}
            className="size-4.5 text-north transition-[rotate] duration-(--dur-2) group-open:rotate-45"
          />
        </summary>
        <ol className="pb-2">
          {outline.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="flex min-h-11 items-center border-t border-border text-foreground-2">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function useCurrentPart(outline: readonly OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState(outline[0]?.id);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const reached = entries.find((entry) => entry.isIntersecting);
        if (reached) setCurrent(reached.target.id);
      },
      { rootMargin: READING_LINE },
    );
    for (const { id } of outline) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [outline]);
  return current;
}
