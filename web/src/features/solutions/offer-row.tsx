import { MessageCircle } from 'lucide-react';
import type { SiteContent, SolutionsContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { Badge } from '@/ui/badge';
import { ButtonLink, GoLabel, Link } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { offerings } from './offerings';

type Offer = SolutionsContent['offers'][number];

/** One line of the ledger: number, art, what it is, what to do. The title's link covers the row. */
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
        <p className="mt-4 type-meta">{offer.format}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:col-span-2 md:col-span-8 md:col-start-5 lg:col-span-3 lg:col-start-10 lg:flex-col lg:items-end lg:self-stretch">
        {comingSoon && <Waitlist site={site} />}
        <GoLabel className="lg:mt-auto">{offer.link}</GoLabel>
      </div>
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
