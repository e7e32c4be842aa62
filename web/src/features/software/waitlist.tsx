import type { SoftwareContent } from '@/generated/content';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { WaitlistButton } from './waitlist-button';
import { WaitlistForm } from './waitlist-form';

/** The last word: a sheet with the art on its left and both ways onto the list, the form and the chat. */
export function Waitlist({ waitlist, button, note }: Pick<SoftwareContent, 'waitlist' | 'button' | 'note'>) {
  return (
    <section aria-labelledby="waitlist-title" className="wrap pb-(--sp-section)">
      <div className="grid border border-border bg-card md:grid-cols-[1fr_2fr]">
        <Plate tone="plate" className="max-md:h-28">
          <NeedleArt
            field="weave"
            glyph="bar"
            seed="lista"
            width={448}
            height={448}
            step={56}
            className="absolute inset-0"
          />
        </Plate>
        <div className="p-[clamp(1.5rem,4vw,3.75rem)]">
          <h2 id="waitlist-title" className="max-w-[18ch] type-display-3">
            {waitlist.title}
          </h2>
          <p className="mt-4 max-w-[50ch] text-base leading-relaxed text-foreground-2">{waitlist.text}</p>
          <div className="mt-8">
            <WaitlistForm />
          </div>
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-border pt-6">
            <WaitlistButton variant="line">{button}</WaitlistButton>
            <p className="type-meta">{note}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
