import { CalendarDays } from 'lucide-react';
import type { HomeContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { ButtonLink, GoLink } from '@/ui/link';

const FRIEZE = Array.from({ length: 20 }, (_, index) => index);
const FRIEZE_NORTH = 13;

/** The dark block that asks for a first conversation. */
export function SchedulingCall({ call }: { call: HomeContent['call'] }) {
  const site = useSite();
  return (
    <section aria-labelledby="scheduling" className="on-block overflow-hidden bg-block text-block-foreground">
      <div className="wrap grid-page gap-y-12 py-[clamp(4.5rem,8vw,8rem)]">
        <div className="col-span-full lg:col-span-7">
          <h2 id="scheduling" className="type-display-2">
            {call.title}
          </h2>
          <div className="mt-11 flex flex-wrap items-center gap-x-6 gap-y-4">
            <ButtonLink href={site.links.scheduling} newTab variant="paper">
              Agendar conversa
              <CalendarDays aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            </ButtonLink>
            <GoLink href={chatUrl(site, 'contact')} newTab onBlock>
              Prefiro escrever pelo WhatsApp
            </GoLink>
          </div>
        </div>
        <ol className="col-span-full text-base lg:col-span-4 lg:col-start-9">
          {call.steps.map((step, index) => (
            <li
              key={step}
              className="grid grid-cols-[2.25rem_1fr] border-t border-block-border py-4.5 leading-normal text-block-muted"
            >
              <span aria-hidden="true" className="type-title-2 text-block-north">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </div>
      <div aria-hidden="true" className="frieze">
        {FRIEZE.map((index) => (
          <span key={index} className={index === FRIEZE_NORTH ? 'on' : undefined}>
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
              <path d="M0-50 9 0-9 0Z" fill="currentColor" />
              <path d="M0 50-9 0 9 0Z" fill="currentColor" opacity=".4" />
            </svg>
          </span>
        ))}
      </div>
    </section>
  );
}
