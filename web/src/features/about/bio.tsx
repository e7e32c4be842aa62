import { MessageCircle } from 'lucide-react';
import type { AboutContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { ButtonLink } from '@/ui/link';
import { AboutSection } from './sections';

export function Bio({ bio }: Pick<AboutContent, 'bio'>) {
  const site = useSite();
  return (
    <AboutSection id="sobre">
      <h2 className="max-w-[24ch] type-display-3">{bio.title}</h2>
      <div className="mt-8 columns-1 gap-x-(--gutter) text-foreground-2 md:columns-2 [&>p]:mb-4 [&>p]:break-inside-avoid">
        {bio.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <ButtonLink href={chatUrl(site, 'contact')} newTab variant="line" className="mt-6 max-sm:w-full">
        <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Conversar sobre o seu momento
      </ButtonLink>
    </AboutSection>
  );
}
