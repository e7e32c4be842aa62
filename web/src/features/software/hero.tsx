import { paths } from '@/app/pages';
import type { SoftwareContent } from '@/generated/content';
import { BackLink } from '@/ui/back-link';
import { Badge } from '@/ui/badge';
import { WaitlistButton } from './waitlist-button';

/** The name with 'Em breve' beside it, what it is, and the way onto the list. */
export function SoftwareHero({
  title,
  lede,
  button,
  note,
}: Pick<SoftwareContent, 'title' | 'lede' | 'button' | 'note'>) {
  return (
    <div className="wrap pt-6 pb-[clamp(2.5rem,5vw,4.5rem)]">
      <BackLink href={paths.solutions}>Soluções</BackLink>
      <div className="mt-[clamp(1rem,2.4vw,2rem)] flex flex-wrap items-center gap-x-6 gap-y-4">
        <h1 className="-ml-[0.045em] type-display-1 text-[clamp(3rem,1.5rem+6.4vw,7.25rem)]">{title}</h1>
        <Badge tone="soon" className="min-h-8 px-3 text-sm">
          Em breve
        </Badge>
      </div>
      <div className="mt-[clamp(1.25rem,2.4vw,2.25rem)] grid-page gap-y-8">
        <p className="col-span-full max-w-152 type-lede lg:col-span-7">{lede}</p>
        <div className="col-span-full grid content-start gap-3 sm:justify-items-start lg:col-span-4 lg:col-start-9 lg:justify-items-end lg:text-right">
          <WaitlistButton>{button}</WaitlistButton>
          <p className="type-meta">{note}</p>
        </div>
      </div>
    </div>
  );
}
