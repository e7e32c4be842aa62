import { MessageCircle } from 'lucide-react';
import type { CoachingContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { ButtonLink } from '@/ui/link';

/** A talk of forty-five minutes: the figure is the picture. */
export function CoachingCall({ call }: Pick<CoachingContent, 'call'>) {
  const site = useSite();
  return (
    <section aria-labelledby="call" className="wrap pb-(--sp-section)">
      <div className="grid-page items-center gap-y-8 border-y border-border-strong py-[clamp(2.5rem,5vw,4.5rem)]">
        <p
          aria-hidden="true"
          className="col-span-full type-numeral text-[clamp(8rem,5rem+13vw,17rem)] text-north lg:col-span-5"
        >
          {call.value}
        </p>
        <div className="col-span-full lg:col-span-6 lg:col-start-7">
          <h2 id="call" className="type-display-2">
            {call.title}
          </h2>
          <p className="mt-5 max-w-[50ch] text-body text-foreground-2">{call.text}</p>
          <ButtonLink href={chatUrl(site, 'contact')} newTab className="mt-8 max-sm:w-full">
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {call.button}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
