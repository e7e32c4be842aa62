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
