import { CalendarDays } from 'lucide-react';
import type { SolutionsContent } from '@/generated/content';
import { useSite } from '@/lib/site';
import { ButtonLink, Link, LinkArrow } from '@/ui/link';
import { offerings } from './offerings';

type Situation = SolutionsContent['guide']['situations'][number];

/** Situations people arrive with, each with the way of working that tends to fit. */
export function Guide({ guide, offers }: Pick<SolutionsContent, 'guide' | 'offers'>) {
  const site = useSite();
  const nameOf = ({ page }: Situation) => offers.find((offer) => offer.page === page)?.title ?? '';
  return (
    <section aria-labelledby="guide" className="mt-(--sp-section) bg-muted">
      <div className="wrap grid-page gap-y-10 py-[clamp(4rem,7vw,7.5rem)]">
        <div className="col-span-full flex flex-col items-start gap-8 lg:col-span-4">
          <h2 id="guide" className="type-display-3">
            {guide.title}
          </h2>
          <div className="mt-auto grid gap-4">
            <p className="max-w-[34ch] text-base text-foreground-2">
              Na dúvida, uma conversa curta resolve. A primeira é gratuita.
            </p>
            <ButtonLink href={site.links.scheduling} newTab className="justify-self-start">
              Agendar conversa
              <CalendarDays aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            </ButtonLink>
          </div>
        </div>
        <ul className="col-span-full border-b border-input lg:col-span-7 lg:col-start-6">
          {guide.situations.map((situation) => (
            <li key={situation.text} className="border-t border-input">
              <Way situation={situation} name={nameOf(situation)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Way({ situation, name }: { situation: Situation; name: string }) {
  const { href } = offerings[situation.page];
  return (
    <Link href={href} className="group grid gap-x-(--gutter) gap-y-1.5 py-6 sm:grid-cols-[1fr_11rem]">
      <span className="max-w-[38ch] type-title-2 transition-colors duration-(--dur-1) group-hover:text-north">
        {situation.text}
      </span>
      <span className="inline-flex items-center gap-2 self-start font-label type-ui text-foreground-2 group-hover:text-foreground sm:justify-end sm:pt-1">
        {name}
        <LinkArrow className="text-north" />
      </span>
    </Link>
  );
}
