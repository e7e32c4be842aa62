import { MessageCircle } from 'lucide-react';
import type { MembershipContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { ButtonLink } from '@/ui/link';
import { NeedleArt } from '@/ui/needle-art';

/** The dark block for who would rather talk first. */
export function MembershipCall({ call }: Pick<MembershipContent, 'call'>) {
  const site = useSite();
  return (
    <section aria-labelledby="call" className="on-block relative overflow-hidden bg-block text-block-foreground">
      <NeedleArt
        field="orbit"
        seed="comunidade"
        width={720}
        height={480}
        step={80}
        className="absolute inset-y-0 right-0 max-w-[50%] text-block-border [--art-north:var(--block-north)] max-lg:hidden"
      />
      <div className="wrap relative grid-page py-[clamp(4.5rem,8vw,8rem)]">
        <div className="col-span-full lg:col-span-6">
          <h2 id="call" className="type-display-2">
            {call.title}
          </h2>
          <p className="mt-5 max-w-[46ch] text-body text-block-muted">{call.text}</p>
          <ButtonLink href={chatUrl(site, 'membership')} newTab variant="paper" className="mt-9 max-sm:w-full">
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {call.button}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
