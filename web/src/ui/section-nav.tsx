import { useEffect, useRef, useState } from 'react';
import { sectionInView } from './section-in-view';

export interface NavSection {
  /** The element's id. */
  id: string;
  label: string;
}

/**
 * The navigation of a long page: beside it on wide screens, above it on narrow ones, sticky. The anchors are plain: the
 * page's scroll padding keeps the offset, and the browser moves the focus.
 */
export function SectionNav({ label, sections }: { label: string; sections: readonly NavSection[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = useSectionInView(sections);
  const shown = useRef(current);

  useEffect(() => {
    // Not on the first render, and not after the visitor has scrolled the row.
    if (shown.current === current) return;
    shown.current = current;
    const row = nav.current;
    const link = row?.querySelector<HTMLElement>(`a[href="#${current}"]`);
    // Scrolls only the row, not the page.
    if (row && link) row.scrollLeft = link.offsetLeft - row.clientWidth / 2 + link.offsetWidth / 2;
  }, [current]);

  return (
    <nav ref={nav} aria-label={label} className="section-nav">
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${section.id}`}
          data-glide=""
          aria-current={section.id === current ? 'location' : undefined}
        >
          {section.label}
        </a>
      ))}
    </nav>
  );
}

function useSectionInView(sections: readonly NavSection[]): string | undefined {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const elements = sections.map(({ id }) => document.getElementById(id)).filter((element) => element !== null);
      const tops = elements.map((element) => Math.round(element.getBoundingClientRect().top));
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
      setIndex(sectionInView(tops, atEnd));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, [sections]);
  return sections[index]?.id;
}
