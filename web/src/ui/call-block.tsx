import { MessageCircle } from 'lucide-react';
import { ButtonLink } from './link';
import { NeedleArt } from './needle-art';
import type { FieldName } from './needle-names';

export interface CallBlockProps {
  call: { title: string; text: string; button: string };
  href: string;
  field: FieldName;
  seed: string;
  step?: number;
}

/** The dark block at the end of a page that offers a conversation. */
export function CallBlock({ call, href, field, seed, step = 60 }: CallBlockProps) {
  return (
    <section aria-labelledby="call" className="on-block relative overflow-hidden bg-block text-block-foreground">
      <NeedleArt
        field={field}
        seed={seed}
        width={720}
        height={480}
        step={step}
        className="absolute inset-y-0 right-0 max-w-[50%] text-block-border [--art-north:var(--block-north)] max-lg:hidden"
      />
      <div className="wrap relative grid-page py-[clamp(4.5rem,8vw,8rem)]">
        <div className="col-span-full lg:col-span-6">
          <h2 id="call" className="type-display-2">
            {call.title}
          </h2>
          <p className="mt-5 max-w-[46ch] text-body text-block-muted">{call.text}</p>
          <ButtonLink href={href} newTab variant="paper" className="mt-9 max-sm:w-full">
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {call.button}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
