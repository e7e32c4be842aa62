import { paths } from '@/app/pages';
import type { CoachingContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { BackLink } from '@/ui/back-link';
import { GoLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';

/** The title beside a plate that runs to the right edge of the window. */
export function CoachingHero({ title, lede, call }: Pick<CoachingContent, 'title' | 'lede' | 'call'>) {
  const site = useSite();
  return (
    <div className="overflow-hidden border-b border-border-strong">
      <div className="wrap grid-page">
        <div className="col-span-full flex flex-col pt-6 pb-10 lg:col-span-7 lg:min-h-152 lg:pb-12">
          <BackLink href={paths.solutions} className="self-start">
            Soluções
          </BackLink>
          <h1 className="-ml-[0.045em] pt-6 type-display-1 text-[clamp(3rem,1.5rem+6vw,6.75rem)] lg:mt-auto">
            {title}
          </h1>
          <p className="mt-[clamp(1.5rem,2.4vw,2.25rem)] max-w-132 type-lede">{lede}</p>
          <GoLink href={chatUrl(site, 'contact')} newTab className="mt-3 self-start">
            {call.title}
          </GoLink>
        </div>
        <Plate
          tone="plate-2"
          className="col-span-full -mr-[max(var(--page-margin),calc((100vw-var(--page-max))/2))] max-lg:-ml-(--page-margin) max-lg:aspect-2/1 lg:col-span-5"
        >
          <NeedleArt field="pairs" seed="coaching" width={640} height={640} step={80} className="absolute inset-0" />
        </Plate>
      </div>
    </div>
  );
}
