import { MessageCircle, Play } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { Picture } from '@/entities/picture';
import { chatUrl, type Site, useSite } from '@/entities/site';
import { breadcrumbs, business, person, personId, type Thing } from '@/entities/structured-data';
import type { AboutContent } from '@/generated/content';
import { cx } from '@/lib/cx';
import { useLocation, useNavigationType } from '@/lib/router';
import { ButtonLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { AboutSection, AboutSections, Learning, Timeline } from './career';
import { DrawnPortrait } from './drawn-portrait';

/** The page about the owner. The recommendations come from another feature. */
export function AboutPage({ about, recommendations }: { about: AboutContent; recommendations: ReactNode }) {
  const site = useSite();
  useAnchorOnArrival();
  return (
    <>
      <Head
        title="Sobre"
        description={about.lede}
        canonicalPath={paths.about}
        structuredData={import.meta.env.SSR && aboutStructuredData(site, about)}
      />
      <AboutHero {...about} />
      <AboutSections>
        <Bio {...about} />
        <Principles {...about} />
        <Timeline {...about} />
        <Learning {...about} />
        <AboutSection id="recomendacoes">{recommendations}</AboutSection>
      </AboutSections>
      <Closing {...about} />
    </>
  );
}

/** Scrolls once to the anchor of the address. After a navigation the anchor exists only when the texts have loaded. */
function useAnchorOnArrival() {
  const { hash } = useLocation();
  const how = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only; later the browser follows anchors itself
  useEffect(() => {
    if (hash && how !== 'POP') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}

export function AboutHero({ lede, facts, portrait }: Pick<AboutContent, 'lede' | 'facts' | 'portrait'>) {
  const site = useSite();
  return (
    <div className="wrap grid-page gap-y-8 pt-[clamp(2rem,3.4vw,3.25rem)] pb-[clamp(3.5rem,6vw,6rem)]">
      <Plate tone="ink" className="col-span-full aspect-square md:col-span-5 md:aspect-4/5">
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
          <Drawing />
        )}
        <span
          aria-hidden="true"
          className={cx(
            'absolute bottom-0 left-0 grid aspect-square place-items-center bg-background font-serif leading-none tracking-[-0.06em] text-foreground',
            // Small where there is a face.
            portrait || site.demonstration
              ? 'w-[21%] text-[clamp(1.75rem,3.4vw,3.25rem)]'
              : 'w-[45%] text-[clamp(3.5rem,7.4vw,6.75rem)] max-md:w-[36%]',
          )}
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

/** Drawing in the place of a portrait: a face for the demo's invented owner, the compass for others. */
function Drawing() {
  const site = useSite();
  if (site.demonstration) return <DrawnPortrait name={site.name} />;
  return <NeedleArt field="orbit" seed="retrato" width={640} height={800} step={80} className="absolute inset-0" />;
}

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

export function Principles({ principles }: Pick<AboutContent, 'principles'>) {
  const site = useSite();
  return (
    <AboutSection id="principios">
      <h2 className="type-display-2">Princípios</h2>
      <ol className="mt-[clamp(2rem,4vw,3.5rem)] grid gap-x-(--gutter) md:grid-cols-2">
        {principles.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[clamp(4rem,6.5vw,6rem)_1fr] gap-x-4 border-t border-border pt-6 pb-9"
          >
            <span aria-hidden="true" className="type-numeral text-[clamp(3.5rem,5.4vw,5.25rem)]">
              {index + 1}
            </span>
            <div>
              <h3 className="type-title-2">{title}</h3>
              <p className="mt-2.5 text-base leading-normal text-foreground-2">{text}</p>
              <ButtonLink href={site.links.video_channel} newTab variant="soft" size="small" className="mt-4.5">
                <Play aria-hidden="true" className="size-4" strokeWidth={1.6} />
                Premium
                <span className="sr-only">: assistir ao vídeo sobre {title.toLowerCase()}</span>
              </ButtonLink>
            </div>
          </li>
        ))}
      </ol>
    </AboutSection>
  );
}

export function Closing({ closing }: Pick<AboutContent, 'closing'>) {
  const site = useSite();
  return (
    <div className="bg-block text-block-foreground">
      <figure className="wrap grid-page py-[clamp(5rem,10vw,10rem)]">
        <blockquote className="col-span-full type-display-2 text-balance lg:col-span-9 lg:col-start-4">
          “{closing.quote}”
        </blockquote>
        <figcaption className="col-span-full mt-8 text-block-muted lg:col-start-4">{site.name}</figcaption>
      </figure>
    </div>
  );
}

/** The person this page is about, for search engines. Sample degrees are not claimed. */
export function aboutStructuredData(site: Site, about: AboutContent): Thing[] {
  const credentials = about.certifications.map(({ name, link }) => ({
    '@type': 'EducationalOccupationalCredential',
    name,
    url: link,
  }));
  const page = {
    '@type': 'ProfilePage',
    '@id': `${site.origin}${paths.about}#page`,
    url: site.origin + paths.about,
    inLanguage: 'pt-BR',
    mainEntity: { '@id': personId(site) },
  };
  const owner = person(site, {
    description: about.lede,
    mainEntityOfPage: { '@id': page['@id'] },
    knowsAbout: about.expertise.map(({ title }) => title),
    ...(about.sample ? {} : { hasCredential: credentials }),
  });
  return [page, owner, business(site), breadcrumbs(site, [{ name: 'Sobre', path: paths.about }])];
}
