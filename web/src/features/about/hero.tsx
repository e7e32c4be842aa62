import { MessageCircle } from 'lucide-react';
import type { AboutContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { Picture } from '@/lib/picture';
import { useSite } from '@/lib/site';
import { ButtonLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';

/** The portrait plate with the monogram, the name, and the facts one asks first. */
export function AboutHero({ lede, facts, portrait }: Pick<AboutContent, 'lede' | 'facts' | 'portrait'>) {
  const site = useSite();
  return (
    <div className="wrap grid-page gap-y-8 pt-[clamp(2rem,3.4vw,3.25rem)] pb-[clamp(3.5rem,6vw,6rem)]">
      <Plate tone="ink" className="col-span-full aspect-5/4 md:col-span-5 md:aspect-4/5">
        {portrait ? (
          <Picture
            src={portrait}
            alt={site.name}
            width={640}
            height={800}
            sizes="(min-width: 90rem) 35rem, (min-width: 48rem) 40vw, 92vw"
            eager
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <NeedleArt field="orbit" seed="retrato" width={640} height={800} step={80} className="absolute inset-0" />
        )}
        <span
          aria-hidden="true"
          className="absolute bottom-0 left-0 grid aspect-square w-[45%] place-items-center bg-background font-serif text-[clamp(3.5rem,7.4vw,6.75rem)] leading-none tracking-[-0.06em] text-foreground max-md:w-[36%]"
        >
          {site.monogram}
        </span>
      </Plate>
      <div className="col-span-full flex flex-col md:col-span-7 lg:pl-[clamp(0rem,3vw,3rem)]">
        <h1 className="-ml-[0.045em] type-display-1 text-[clamp(3.25rem,1.6rem+6vw,6.75rem)]">{site.name}</h1>
        <p className="mt-3 type-title-2 text-muted-foreground">{site.role}</p>
        <p className="mt-[clamp(1.5rem,2.6vw,2.5rem)] max-w-144 type-lede">{lede}</p>
        <div className="mt-9 flex flex-wrap gap-3 *:max-sm:w-full">
          <ButtonLink href={chatUrl(site, 'contact')} newTab>
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            Conversar
          </ButtonLink>
          <ButtonLink href="#trajetoria-profissional" data-glide="" variant="line">
            Ver trajetória
          </ButtonLink>
        </div>
        <dl className="mt-auto pt-10 type-ui">
          {facts.map(({ term, text }) => (
            <div
              key={term}
              className="grid grid-cols-[7.5rem_1fr] gap-4 border-t border-border py-3.5 sm:grid-cols-[9.5rem_1fr]"
            >
              <dt className="text-muted-foreground">{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
