import { MessageCircle } from 'lucide-react';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import type { ButtonVariant } from '@/ui/button';
import { ButtonLink } from '@/ui/link';

/** Opens the chat with the words that ask for a place on the list. */
export function WaitlistButton({ variant, children }: { variant?: ButtonVariant; children: string }) {
  const site = useSite();
  return (
    <ButtonLink href={chatUrl(site, 'waitlist')} newTab {...(variant && { variant })} className="max-sm:w-full">
      <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      {children}
    </ButtonLink>
  );
}
