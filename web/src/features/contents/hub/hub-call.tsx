import { MessageCircle } from 'lucide-react';
import { paths } from '@/app/pages';
import type { ContentsContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { ButtonLink, GoLink } from '@/ui/link';

/** The dark block at the end: a question may be asked. */
export function HubCall({ call }: Pick<ContentsContent, 'call'>) {
  const site = useSite();
  return (
    <section aria-labelledby="call" className="on-block bg-block text-block-foreground">
      <div className="wrap grid-page items-end gap-y-8 py-[clamp(4.5rem,8vw,8rem)]">
        <div className="col-span-full lg:col-span-7">
          <h2 id="call" className="type-display-2">
            {call.title}
          </h2>
          <p className="mt-5 max-w-[46ch] text-body text-block-muted">{call.text}</p>
        </div>
        <div className="col-span-full flex flex-wrap items-center gap-x-8 gap-y-2 lg:col-span-5 lg:justify-end">
          <ButtonLink href={chatUrl(site, 'content')} newTab variant="paper" className="max-sm:w-full">
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {call.button}
          </ButtonLink>
          <GoLink href={paths.contact} onBlock>
            {call.other}
          </GoLink>
        </div>
      </div>
    </section>
  );
}
