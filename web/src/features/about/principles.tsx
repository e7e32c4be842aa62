import { Play } from 'lucide-react';
import type { AboutContent } from '@/generated/content';
import { useSite } from '@/lib/site';
import { ButtonLink } from '@/ui/link';
import { AboutSection } from './sections';

/** Six principles, each with its talk on the video channel. */
export function Principles({ principles }: Pick<AboutContent, 'principles'>) {
  const site = useSite();
  return (
    <AboutSection id="principios">
      <h2 className="type-display-2">Princípios</h2>
      <ol className="mt-[clamp(2rem,4vw,3.5rem)] grid gap-x-(--gutter) md:grid-cols-2">
        {principles.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[clamp(4rem,6.5vw,6rem)_1fr] gap-x-4 border-t border-border pt-6 pb-9"
          >
            <span aria-hidden="true" className="type-numeral text-[clamp(3.5rem,5.4vw,5.25rem)]">
              {index + 1}
            </span>
            <div>
              <h3 className="type-title-2">{title}</h3>
              <p className="mt-2.5 text-base leading-normal text-foreground-2">{text}</p>
              <ButtonLink href={site.links.video_channel} newTab variant="soft" size="small" className="mt-4.5">
                <Play aria-hidden="true" className="size-4" strokeWidth={1.6} />
                Premium
                <span className="sr-only">: assistir ao vídeo sobre {title.toLowerCase()}</span>
              </ButtonLink>
            </div>
          </li>
        ))}
      </ol>
    </AboutSection>
  );
}
