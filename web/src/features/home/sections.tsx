import { CalendarDays, MessageCircle } from 'lucide-react';
import { paths } from '@/app/pages';
import { chatUrl, type Site, useSite } from '@/entities/site';
import { business, person, personId, type Thing, websiteId } from '@/entities/structured-data';
import type { Clicks } from '@/generated/clicks';
import type { HomeContent } from '@/generated/content';
import { trackClick } from '@/lib/analytics';
import { cx } from '@/lib/cx';
import { ButtonLink, GoLabel, GoLink, Link } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';
import { Needles } from './needles';

const track = (label: Clicks['hero']) => () => trackClick('hero', label);

export function Hero({ hero }: { hero: HomeContent['hero'] }) {
  const site = useSite();
  return (
    <section className="overflow-hidden border-b border-border">
      <div className="wrap grid-page">
        <div className="col-span-full flex flex-col pt-[clamp(3rem,6.6vw,6.25rem)] pb-10 lg:col-span-7 lg:pb-8">
          <h1 className="-ml-[0.045em] type-display-1">{hero.title}</h1>
          <p className="mt-[clamp(1.5rem,2.4vw,2.25rem)] max-w-132 type-lede">{hero.lede}</p>
          <div className="mt-[clamp(2rem,3vw,2.75rem)] flex flex-wrap items-center gap-x-4 gap-y-3 *:max-sm:w-full">
            <ButtonLink href={paths.solutions} onClick={track('solucoes')}>
              Conhecer as soluções
            </ButtonLink>
            <ButtonLink href={paths.about} variant="line" onClick={track('sobre')}>
              Minha trajetória
            </ButtonLink>
            <ButtonLink href={chatUrl(site, 'contact')} newTab variant="ghost" onClick={track('conversa')}>
              <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
              Conversar
            </ButtonLink>
          </div>
          <p className="mt-auto flex flex-wrap gap-x-6 pt-8 type-meta lg:pt-10">
            <span>{site.role}</span>
            <span>{site.city}</span>
          </p>
        </div>
        <Needles className="col-span-full -mr-(--page-margin) max-lg:-ml-(--page-margin) lg:col-span-5" />
      </div>
    </section>
  );
}

export function Stats({ stats }: { stats: HomeContent['stats'] }) {
  return (
    <section aria-label="Números" className="overflow-hidden border-b border-border">
      <div className="wrap">
        <ul className="stats">
          {stats.map((stat) => (
            <li key={stat.label} className="grid content-start gap-4.5">
              <span className="type-numeral">
                <Mark>{stat.before}</Mark>
                {stat.value}
                <Mark>{stat.after}</Mark>
              </span>
              <span className="text-ui leading-snug text-foreground-2">{stat.label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Mark({ children }: { children: string }) {
  return children ? (
    <sup className="relative top-[-0.78em] mx-[0.06em] text-[0.46em] leading-0 text-north">{children}</sup>
  ) : null;
}

type Value = HomeContent['values'][number];

const PAGES: Record<Value['page'], string> = { about: paths.about, mentoring: paths.mentoring };

export function Values({ values }: { values: HomeContent['values'] }) {
  const [lead, ...rest] = values;
  return (
    <Section label="Como trabalho">
      <h2 className="max-w-[20ch] type-display-2">Experiência, método e presença.</h2>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-8 lg:grid-cols-9">
        {lead && (
          <Card value={lead} className="grid grid-rows-[auto_1fr] lg:col-span-5">
            <Plate tone="ink" className="aspect-16/10">
              <NeedleArt field="converge" seed="experiência" width={800} height={500} step={62} />
            </Plate>
          </Card>
        )}
        <div className="grid gap-x-(--gutter) sm:grid-cols-2 lg:col-span-4 lg:grid-cols-1 lg:grid-rows-2">
          {rest.map((value) => (
            <Card key={value.title} value={value} className="border-t border-border-strong" />
          ))}
        </div>
      </div>
    </Section>
  );
}

function Card({ value, className, children }: { value: Value; className?: string; children?: React.ReactNode }) {
  return (
    <Link href={PAGES[value.page]} className={cx('group', className)}>
      {children}
      <div className="flex h-full flex-col gap-3.5 pt-6 pb-4">
        <h3 className="type-title-1 transition-colors duration-(--dur-1) group-hover:text-north">{value.title}</h3>
        <p className="max-w-[48ch] text-base leading-relaxed text-foreground-2">{value.text}</p>
        <GoLabel className="mt-auto">{value.link}</GoLabel>
      </div>
    </Link>
  );
}

const FRIEZE = Array.from({ length: 20 }, (_, index) => index);
const FRIEZE_NORTH = 13;

export function SchedulingCall({ call }: { call: HomeContent['call'] }) {
  const site = useSite();
  return (
    <section aria-labelledby="scheduling" className="on-block overflow-hidden bg-block text-block-foreground">
      <div className="wrap grid-page gap-y-12 py-[clamp(4.5rem,8vw,8rem)]">
        <div className="col-span-full lg:col-span-7">
          <h2 id="scheduling" className="type-display-2">
            {call.title}
          </h2>
          <div className="mt-11 flex flex-wrap items-center gap-x-6 gap-y-4">
            <ButtonLink href={site.links.scheduling} newTab variant="paper">
              Agendar conversa
              <CalendarDays aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            </ButtonLink>
            <GoLink href={chatUrl(site, 'contact')} newTab onBlock>
              Prefiro escrever pelo WhatsApp
            </GoLink>
          </div>
        </div>
        <ol className="col-span-full text-base lg:col-span-4 lg:col-start-9">
          {call.steps.map((step, index) => (
            <li
              key={step}
              className="grid grid-cols-[2.25rem_1fr] border-t border-block-border py-4.5 leading-normal text-block-muted"
            >
              <span aria-hidden="true" className="type-title-2 text-block-north">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </div>
      <div aria-hidden="true" className="frieze">
        {FRIEZE.map((index) => (
          <span key={index} className={index === FRIEZE_NORTH ? 'on' : undefined}>
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
              <path d="M0-50 9 0-9 0Z" fill="currentColor" />
              <path d="M0 50-9 0 9 0Z" fill="currentColor" opacity=".4" />
            </svg>
          </span>
        ))}
      </div>
    </section>
  );
}

export function homeStructuredData(site: Site): Thing[] {
  const website = {
    '@type': 'WebSite',
    '@id': websiteId(site),
    name: site.name,
    url: site.origin + paths.home,
    inLanguage: 'pt-BR',
    description: site.description,
    publisher: { '@id': personId(site) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}${paths.blog()}?busca={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return [website, person(site), business(site)];
}
