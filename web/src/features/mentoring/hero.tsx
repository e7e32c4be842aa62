import { paths } from '@/app/pages';
import type { MentoringContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { BackLink } from '@/ui/back-link';
import { GoLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';

/** The title, the banner, and the terms of the work in four columns that hang from it. */
export function MentoringHero({
  title,
  lede,
  format,
  call,
}: Pick<MentoringContent, 'title' | 'lede' | 'format' | 'call'>) {
  const site = useSite();
  return (
    <div className="wrap pt-6">
      <BackLink href={paths.solutions}>Soluções</BackLink>
      <div className="mt-[clamp(1rem,2.4vw,2rem)] grid-page items-end gap-y-6">
        <h1 className="col-span-full -ml-[0.045em] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)] lg:col-span-8">
          {title}
        </h1>
        <div className="col-span-full max-w-136 lg:col-span-4">
          <p className="type-lede">{lede}</p>
          <GoLink href={chatUrl(site, 'contact')} newTab className="mt-3">
            {call.title}
          </GoLink>
        </div>
      </div>
      <Plate tone="ink" className="mt-[clamp(2rem,4vw,3.5rem)] aspect-4/3 sm:aspect-21/9">
        <NeedleArt field="converge" seed="mentoria" width={1344} height={576} step={96} />
      </Plate>
      <dl className="grid sm:grid-cols-2 lg:grid-cols-4">
        {format.map(({ term, text }) => (
          <div
            key={term}
            className="border-b border-border py-5 sm:pr-6 sm:not-first:pl-6 sm:not-first:border-l sm:max-lg:odd:border-l-0 sm:max-lg:odd:pl-0 lg:py-6"
          >
            <dt className="type-meta">{term}</dt>
            <dd className="mt-1 max-w-[22ch] type-title-3">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
