import { Lock } from 'lucide-react';
import type { MembershipContent } from '@/generated/content';
import type { ContentType } from '@/lib/content-kind';
import { BadgeShape } from '@/ui/badge';
import { type GlyphName, NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';

/** As in lib/content-kind, whose chunk holds everything the lists of contents share. */
const GLYPHS: Record<ContentType, GlyphName> = {
  article: 'needle',
  video: 'wedge',
  audio: 'wave',
  pdf: 'bar',
  link: 'pin',
};

/** Four kinds of content behind the lock, as rows of a list. */
export function Exclusive({ exclusive }: Pick<MembershipContent, 'exclusive'>) {
  return (
    <Section label="Conteúdo exclusivo" className="pb-(--sp-section)">
      <h2 className="max-w-[20ch] type-display-2">{exclusive.title}</h2>
      <p className="mt-5 max-w-[50ch] type-lede">{exclusive.text}</p>
      <ul className="mt-[clamp(2rem,4vw,3.5rem)] border-b border-border">
        {exclusive.items.map(({ type, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[clamp(5rem,11vw,9rem)_minmax(0,1fr)] items-center gap-x-[clamp(1rem,2.4vw,2.25rem)] gap-y-3 border-t border-border py-5 sm:grid-cols-[clamp(5rem,11vw,9rem)_minmax(0,1fr)_auto]"
          >
            <Plate tone="plate" className="aspect-3/2">
              <NeedleArt
                field="cadence"
                glyph={GLYPHS[type]}
                seed={title}
                width={300}
                height={200}
                step={50}
                className="absolute inset-0 opacity-40"
              />
            </Plate>
            <div>
              <h3 className="type-title-1">{title}</h3>
              <p className="mt-1.5 max-w-[52ch] text-base leading-relaxed text-foreground-2">{text}</p>
            </div>
            <BadgeShape
              icon={Lock}
              className="bg-foreground text-background max-sm:col-start-2 max-sm:justify-self-start"
            >
              Exclusivo
            </BadgeShape>
          </li>
        ))}
      </ul>
    </Section>
  );
}
