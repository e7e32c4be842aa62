import { useQuery } from '@tanstack/react-query';
import { Lock, MessageCircle } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { CONTENT_TYPES } from '@/entities/content-kind';
import { Head } from '@/entities/head';
import { chatUrl, useSite } from '@/entities/site';
import { breadcrumbs, collectionPage } from '@/entities/structured-data';
import type { ContentsContent } from '@/generated/content';
import { formatCount, formatNumber } from '@/lib/format';
import { slugify } from '@/lib/search-text';
import { ChipLink } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink, GoLabel, GoLink, Link, LinkArrow, TextLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { RowCard } from './cards/content-cards';
import { StoryCard, TopCard } from './cards/front-cards';
import { GridCard } from './cards/open-cards';
import type { PlanOfferProps } from './cards/plan-offer';
import { countsQuery, featuredQuery } from './hub-queries';
import { newestQuery } from './newest';
import type { ContentCard } from './queries';
import { contentText, typePaths } from './text';

/** The title of /conteudos, and its metadata. Filtered or not, it is one page to crawlers. */
export function HubHead({ title, lede, description }: Pick<ContentsContent, 'title' | 'lede' | 'description'>) {
  const site = useSite();
  const { data: featured = [] } = useQuery(featuredQuery);
  const here = { name: title, path: paths.contents };
  const open = featured.filter((content) => !content.is_member_only);
  const items = open.map((content) => ({ name: content.title, path: paths.content(content) }));
  return (
    <>
      <Head
        title={title}
        description={description}
        canonicalPath={here.path}
        structuredData={import.meta.env.SSR && [breadcrumbs(site, [here]), collectionPage(site, here, items)]}
      />
      <header className="wrap grid-page items-end gap-y-6 pt-[clamp(3rem,6vw,6rem)] pb-[clamp(2rem,4vw,3.5rem)]">
        <h1 className="col-span-full -ml-[0.045em] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)] lg:col-span-7">
          {title}
        </h1>
        <p className="col-span-full max-w-136 pb-2 type-lede lg:col-span-4 lg:col-start-9">{lede}</p>
      </header>
    </>
  );
}

export function HubNotice({ offer }: Pick<ContentsContent, 'offer'>) {
  const [Offer, setOffer] = useState<ComponentType<PlanOfferProps>>();
  const [open, setOpen] = useState(true);
  useEffect(() => {
    import('./cards/plan-offer').then(
      ({ PlanOffer }) => setOffer(() => PlanOffer),
      // The notice alone is enough.
      (reason: unknown) => console.warn('the offer could not be shown', reason),
    );
  }, []);
  return (
    <div className="wrap pb-8">
      <p
        role="status"
        className="grid grid-cols-[auto_1fr] items-center gap-x-3 border-l-3 border-foreground bg-muted px-5 py-3 text-base md:flex"
      >
        <Lock aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        <span>{offer.notice}</span>
        <TextLink href={paths.pricing} className="col-start-2 inline-flex min-h-11 items-center justify-self-start">
          Ver planos
        </TextLink>
      </p>
      {Offer && <Offer open={open} onOpenChange={setOpen} />}
    </div>
  );
}

/** Number of stories that stand beside the first. */
const BESIDE_TOP = 5;

export const recordingsQuery = newestQuery('video', 'audio');

/** Number of contents there are of each type, as links. */
export function HubCounters({ lists }: Pick<ContentsContent, 'lists'>) {
  const { data: counts } = useQuery(countsQuery);
  return (
    <nav aria-label="Conteúdos por tipo" className="border-y border-border">
      {/* In pairs on a narrow screen, then three in a row, then all. */}
      <ul className="wrap grid min-[18rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {CONTENT_TYPES.map((type) => (
          <li
            key={type}
            className="border-border max-[18rem]:not-first:border-t min-[18rem]:max-md:even:border-l min-[18rem]:max-md:even:pl-5 min-[18rem]:max-md:nth-[n+3]:border-t md:max-xl:nth-[n+4]:border-t md:max-xl:not-nth-[3n+1]:border-l md:max-xl:not-nth-[3n+1]:pl-6 xl:not-first:border-l xl:not-first:pl-[clamp(0.75rem,3.4vw-0.875rem,2.25rem)]"
          >
            <Link
              href={typePaths[type]}
              className="group flex flex-col gap-2 pt-5 pb-2 md:pt-[clamp(1.5rem,2.2vw,2.25rem)] md:pb-[clamp(0.75rem,1.4vw,1.5rem)]"
            >
              <span className="type-numeral text-[3.5rem] transition-colors duration-(--dur-1) group-hover:text-north md:text-[clamp(2.75rem,0.75rem+4vw,5.25rem)]">
                {/* Its place is kept while the number is not known. */}
                {counts ? formatNumber(counts[type]) : '\u00a0'}
              </span>
              <span className="inline-flex min-h-11 items-center gap-2 font-label type-ui">
                {lists[type].title}
                <LinkArrow className="text-north" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export interface HubFeaturedProps extends Pick<ContentsContent, 'featured'> {
  /** The slug in the address; an unknown one filters nothing. */
  category: string | undefined;
}

export function HubFeatured({ featured, category }: HubFeaturedProps) {
  const { data: contents, isError, refetch } = useQuery(featuredQuery);
  const categories = categoriesIn(contents ?? []);
  const current = categories.some(({ slug }) => slug === category) ? category : undefined;
  const shown = contents?.filter((content) => !current || slugify(content.category ?? '') === current) ?? [];
  const [top, ...others] = shown;
  const stories = others.slice(0, BESIDE_TOP);
  const rows = others.slice(BESIDE_TOP);
  return (
    <section aria-labelledby="featured" className="pt-[clamp(3rem,5vw,5rem)] pb-(--sp-section)">
      <div className="wrap">
        <div className="grid-page gap-y-8 border-t border-border-strong pt-5">
          <div className="col-span-full flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <div>
              <h2 id="featured" className="type-display-3">
                {featured.title}
              </h2>
              <p className="mt-2 text-base text-muted-foreground">{featured.text}</p>
            </div>
            {categories.length > 1 && <CategoryChips categories={categories} current={current} />}
            <p aria-live="polite" className="sr-only">
              {current ? formatCount(shown.length, 'conteúdo em destaque', 'conteúdos em destaque') : ''}
            </p>
          </div>
          {top && (
            <div className="col-span-full min-w-0 lg:col-span-7">
              <TopCard content={top} />
            </div>
          )}
          {stories.length > 0 && (
            <ul className="col-span-full min-w-0 border-b border-border lg:col-span-5 lg:self-start lg:border-b-0 lg:pl-[clamp(0rem,1.6vw,1.5rem)]">
              {stories.map((content) => (
                <li key={content.id}>
                  <StoryCard content={content} />
                </li>
              ))}
            </ul>
          )}
          {rows.length > 0 && (
            <ul className="col-span-full min-w-0 border-b border-border">
              {rows.map((content) => (
                <li key={content.id}>
                  <RowCard content={content} />
                </li>
              ))}
            </ul>
          )}
          {!top && (
            <div className="col-span-full lg:col-span-7">
              {contents && <Empty title={contentText.nothing} description="Os destaques chegam em breve." />}
              {!contents && isError && <ErrorNotice {...contentText.failed} onRetry={() => void refetch()} />}
              {!contents && !isError && (
                <Loading>
                  <Skeleton className="aspect-16/9" />
                </Loading>
              )}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

/** The newest film and the newest episode that everybody may play. */
export function HubRecordings({ lists }: Pick<ContentsContent, 'lists'>) {
  const { data = [] } = useQuery(recordingsQuery);
  if (data.length === 0) return null;
  return (
    <Section label="Para ver e ouvir" labelIsHeading className="pb-(--sp-section)">
      <div className="grid gap-x-(--gutter) gap-y-12 md:grid-cols-2">
        {data.map((content) => (
          <GridCard key={content.id} content={content} heading="h3" />
        ))}
      </div>
      <div className="mt-[clamp(1.5rem,3vw,2.5rem)] flex flex-wrap gap-x-8">
        <GoLink href={paths.contentVideos}>{`Todos os ${lists.video.title.toLowerCase()}`}</GoLink>
        <GoLink href={paths.contentPodcasts}>{`Todos os ${lists.audio.title.toLowerCase()}`}</GoLink>
      </div>
    </Section>
  );
}

interface CategoryOfList {
  slug: string;
  name: string;
}

function categoriesIn(contents: readonly ContentCard[]): CategoryOfList[] {
  const names = contents.flatMap((content) => content.category ?? []);
  return [...new Set(names)].map((name) => ({ name, slug: slugify(name) }));
}

function CategoryChips({
  categories,
  current,
}: {
  categories: readonly CategoryOfList[];
  current: string | undefined;
}) {
  return (
    <nav aria-label="Categorias" className="bleed-x flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <ChipLink href={paths.featuredContents()} current={!current}>
        Todas
      </ChipLink>
      {categories.map(({ name, slug }) => (
        <ChipLink key={slug} href={paths.featuredContents(slug)} current={slug === current}>
          {name}
        </ChipLink>
      ))}
    </nav>
  );
}

export function MethodologyRow({ methodology }: Pick<ContentsContent, 'methodology'>) {
  return (
    <section aria-labelledby="methodology" className="wrap pb-(--sp-section)">
      <Link
        href={paths.methodology}
        className="group grid items-center gap-x-(--gutter) gap-y-6 border border-border bg-card transition-colors duration-(--dur-1) hover:border-foreground md:grid-cols-12"
      >
        <Plate tone="moss" className="aspect-5/2 md:col-span-5 md:aspect-auto md:h-full md:min-h-64">
          <NeedleArt field="axes" seed="maquina" width={560} height={320} step={56} className="absolute inset-0" />
        </Plate>
        <div className="p-6 pt-0 md:col-span-7 md:p-[clamp(1.5rem,3.4vw,3.25rem)]">
          <h2 id="methodology" className="type-display-3 transition-colors duration-(--dur-1) group-hover:text-north">
            {methodology.title}
          </h2>
          <p className="mt-3 max-w-[44ch] type-lede">{methodology.text}</p>
          <GoLabel className="mt-4">{methodology.link}</GoLabel>
        </div>
      </Link>
    </section>
  );
}

export function HubCall({ call }: Pick<ContentsContent, 'call'>) {
  const site = useSite();
  return (
    <section aria-labelledby="call" className="on-block bg-block text-block-foreground">
      <div className="wrap grid-page items-end gap-y-8 py-[clamp(4.5rem,8vw,8rem)]">
        <div className="col-span-full lg:col-span-7">
          <h2 id="call" className="type-display-2">
            {call.title}
          </h2>
          <p className="mt-5 max-w-[46ch] text-body text-block-muted">{call.text}</p>
        </div>
        <div className="col-span-full flex flex-wrap items-center gap-x-8 gap-y-2 lg:col-span-5 lg:justify-end">
          <ButtonLink href={chatUrl(site, 'content')} newTab variant="paper" className="max-sm:w-full">
            <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            {call.button}
          </ButtonLink>
          <GoLink href={paths.contact} onBlock>
            {call.other}
          </GoLink>
        </div>
      </div>
    </section>
  );
}
