import { CalendarDays, MessageCircle } from 'lucide-react';
import { paths } from '@/app/pages';
import { chatUrl, useSite } from '@/entities/site';
import type { Offering, SiteContent, SolutionsContent } from '@/generated/content';
import { Badge } from '@/ui/badge';
import { ButtonLink, GoLabel, Link, LinkArrow } from '@/ui/link';
import { type FieldName, NeedleArt, Plate, type PlateTone } from '@/ui/needle-art';

type Situation = SolutionsContent['guide']['situations'][number];

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
              <SituationLink situation={situation} name={nameOf(situation)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function SituationLink({ situation, name }: { situation: Situation; name: string }) {
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

export function Offers({ title, lede, offers }: Pick<SolutionsContent, 'title' | 'lede' | 'offers'>) {
  return (
    <div className="wrap pt-[clamp(2.5rem,5vw,4.75rem)]">
      <div className="grid-page items-end gap-y-6">
        <h1 className="col-span-full -ml-[0.045em] type-display-1 text-[clamp(2.875rem,1.5rem+5.4vw,6.25rem)] lg:col-span-8">
          {title}
        </h1>
        <p className="col-span-full max-w-136 pb-2 type-lede lg:col-span-4">{lede}</p>
      </div>
      <ol className="mt-[clamp(2.5rem,5vw,4.5rem)]">
        {offers.map((offer, index) => (
          <OfferRow key={offer.page} offer={offer} number={index + 1} />
        ))}
      </ol>
    </div>
  );
}

type Offer = SolutionsContent['offers'][number];

export function OfferRow({ offer, number }: { offer: Offer; number: number }) {
  const site = useSite();
  const { href, field, tone } = offerings[offer.page];
  const comingSoon = offer.page === 'software';
  return (
    <li className="group relative grid grid-cols-[1.625rem_1fr] items-start gap-x-(--gutter) gap-y-6 border-t border-border-strong py-[clamp(1.5rem,2.6vw,2.25rem)] md:grid-cols-12">
      <span
        aria-hidden="true"
        className="type-numeral text-[clamp(3rem,5.4vw,5.25rem)] transition-colors duration-(--dur-1) group-has-[a:hover]:text-north md:col-span-1"
      >
        {number}
      </span>
      <Plate tone={tone} className="aspect-3/2 max-md:aspect-5/2 md:col-span-3">
        <NeedleArt
          field={field}
          glyph={comingSoon ? 'bar' : 'needle'}
          seed={offer.title}
          width={480}
          height={320}
          step={46}
        />
      </Plate>
      <div className="max-md:col-span-2 md:col-span-8 lg:col-span-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="type-display-3">
            <Title href={href}>{offer.title}</Title>
          </h2>
          {comingSoon && <Badge tone="soon">Em breve</Badge>}
        </div>
        <p className="mt-3.5 max-w-[46ch] text-base leading-relaxed text-foreground-2">{offer.text}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
          <GoLabel>{offer.link}</GoLabel>
          {comingSoon && <Waitlist site={site} />}
        </div>
      </div>
      <p className="type-ui text-foreground-2 max-md:col-span-2 md:col-span-8 md:col-start-5 lg:col-span-3 lg:col-start-10 lg:pt-3 lg:text-right">
        {offer.format}
      </p>
    </li>
  );
}

function Title({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="transition-colors duration-(--dur-1) group-hover:text-north after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-ring"
    >
      {children}
    </Link>
  );
}

function Waitlist({ site }: { site: SiteContent }) {
  return (
    <ButtonLink href={chatUrl(site, 'waitlist')} newTab variant="line" size="small" className="relative z-1">
      <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Entrar na lista
    </ButtonLink>
  );
}

export const offerings: Record<Offering, { href: string; field: FieldName; tone: PlateTone }> = {
  mentoring: { href: paths.mentoring, field: 'converge', tone: 'ink' },
  coaching: { href: paths.coaching, field: 'pairs', tone: 'plate-2' },
  software: { href: paths.software, field: 'weave', tone: 'plate' },
  community: { href: paths.membersWelcome, field: 'orbit', tone: 'moss' },
};
