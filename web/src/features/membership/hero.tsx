import type { ReactNode } from 'react';
import type { MembershipContent } from '@/generated/content';
import { ButtonLink } from '@/ui/link';

export interface MembershipHeroProps extends Pick<MembershipContent, 'title' | 'lede'> {
  /** The element the first button leads to. */
  plansId: string;
  /** The element with the login form, and how to put the cursor into it. */
  doorId: string;
  onMember: () => void;
  /** The login card. */
  door: ReactNode;
}

/** What this is, and the two ways in: a plan, or the login beside it. */
export function MembershipHero({ title, lede, plansId, doorId, onMember, door }: MembershipHeroProps) {
  return (
    <div className="wrap grid-page items-center gap-y-12 pt-[clamp(2.5rem,5vw,5rem)] pb-[clamp(3rem,5.5vw,5.5rem)]">
      <div className="col-span-full lg:col-span-7">
        <h1 className="-ml-[0.03em] type-display-1 text-[clamp(2.875rem,1.5rem+5.4vw,6.25rem)]">{title}</h1>
        <p className="mt-[clamp(1.25rem,2.2vw,2rem)] max-w-132 type-lede">{lede}</p>
        <div className="mt-[clamp(1.75rem,2.8vw,2.5rem)] flex flex-wrap items-center gap-x-4 gap-y-3 *:max-sm:w-full">
          <ButtonLink href={`#${plansId}`} data-glide="">
            Começar Agora
          </ButtonLink>
          <ButtonLink
            href={`#${doorId}`}
            variant="ghost"
            onClick={(event) => {
              event.preventDefault();
              onMember();
            }}
          >
            Já sou membro
          </ButtonLink>
        </div>
      </div>
      <div className="col-span-full lg:col-span-5 lg:pl-[calc(2*var(--gutter))]">{door}</div>
    </div>
  );
}
