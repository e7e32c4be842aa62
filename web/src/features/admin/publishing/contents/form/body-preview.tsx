import '@/styles/article.css';
import { useLayoutEffect, useRef } from 'react';
import { toSafeNodes } from './markup';

/** The text as readers will see it, without anything that could act. */
export function BodyPreview({ source }: { source: string }) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(toSafeNodes(source));
  }, [source]);
  if (source.trim() === '') return <p className="type-ui text-muted-foreground">Ainda não há texto para mostrar.</p>;
  return (
    <section
      aria-label="Prévia do artigo"
      className="max-h-[60vh] overflow-y-auto border border-border bg-background p-5"
    >
      <article ref={place} className="rich" />
    </section>
  );
}
