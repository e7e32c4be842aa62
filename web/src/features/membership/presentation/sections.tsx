import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import type { ContentType } from '@/entities/content-kind';
import { Head } from '@/entities/head';
import { INTERVAL_LABELS } from '@/entities/plan/interval';
import { chatUrl, useSite } from '@/entities/site';
import { breadcrumbs } from '@/entities/structured-data';
import type { MembershipContent, MembershipFeature, MembershipPreview, Sold } from '@/generated/content';
import { Badge, BadgeShape } from '@/ui/badge';
import { CallBlock } from '@/ui/call-block';
import { ButtonLink } from '@/ui/link';
import { type GlyphName, NeedleArt, Plate } from '@/ui/needle-art';
import { Section } from '@/ui/section';

export interface MembershipHeroProps extends Pick<MembershipContent, 'title' | 'lede'> {
  plansId: string;
  loginId: string;
  onMember: () => void;
  login: ReactNode;
}

export function MembershipHero({ title, lede, plansId, loginId, onMember, login }: MembershipHeroProps) {
  return (
    <div className="wrap grid-page items-center gap-y-12 pt-[clamp(2.5rem,5vw,5rem)] pb-[clamp(3rem,5.5vw,5.5rem)]">
      <div className="col-span-full lg:col-span-7">
        <h1 className="-ml-[0.03em] type-display-1 text-[clamp(2.875rem,1.5rem+5.4vw,6.25rem)]">{title}</h1>
        <p className="mt-[clamp(1.25rem,2.2vw,2rem)] max-w-132 type-lede">{lede}</p>
        <div className="mt-[clamp(1.75rem,2.8vw,2.5rem)] flex flex-wrap items-center gap-x-4 gap-y-3 *:max-sm:w-full">
          <ButtonLink href={`#${plansId}`} data-glide="">
            Começar Agora
          </ButtonLink>
          <ButtonLink
            href={`#${loginId}`}
            variant="ghost"
            onClick={(event) => {
              event.preventDefault();
              onMember();
            }}
          >
            Já sou membro
          </ButtonLink>
        </div>
      </div>
      <div className="col-span-full lg:col-span-5 lg:pl-[calc(2*var(--gutter))]">{login}</div>
    </div>
  );
}

export function Figures({ figures }: Pick<MembershipContent, 'figures'>) {
  return (
    <section aria-labelledby="figures" className="border-y border-border">
      <div className="wrap py-[clamp(1.5rem,2.6vw,2.25rem)]">
        <h2 id="figures" className="font-label type-ui">
          {figures.note}
        </h2>
        <ul className="mt-8 grid gap-y-8 md:grid-cols-3">
          {figures.items.map(({ value, mark, label }) => (
            <li
              key={label}
              className="grid content-start gap-4 border-border md:border-l md:pl-(--gutter) md:first:border-l-0 md:first:pl-0"
            >
              <span className="type-numeral">
                {value}
                <sup className="relative top-[-0.78em] mx-[0.06em] text-[0.46em] leading-0 text-north">{mark}</sup>
              </span>
              <span className="text-ui leading-snug text-foreground-2">
                {label} <span className="text-muted-foreground">(projeção)</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function MembershipFeatures({ features: { title, items, preview } }: Pick<MembershipContent, 'features'>) {
  const [lead, ...rest] = items.filter(isSold);
  return (
    <Section label="Por dentro">
      <h2 className="max-w-[20ch] type-display-2">{title}</h2>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-4 lg:grid-cols-9">
        <div className="max-lg:pb-5 lg:col-span-5">
          {preview && <Conversation {...preview} />}
          {lead && <Card {...lead} />}
        </div>
        <div className="grid content-between lg:col-span-4">
          {rest.map((point) => (
            <div key={point.title} className="border-t border-border-strong pt-6 pb-8">
              <Card {...point} />
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}

/** A look inside: a sample conversation. */
function Conversation({ channel, note, posts }: MembershipPreview) {
  return (
    <Plate tone="ink" className="mb-6 p-[clamp(1rem,2.8vw,2.5rem)]">
      <div className="bg-card text-foreground">
        <p className="flex flex-wrap justify-between gap-x-4 border-b border-border px-5 py-3 type-ui">
          <span className="font-label"># {channel}</span>
          <span className="text-muted-foreground">{note}</span>
        </p>
        <ol className="grid gap-5 p-5">
          {posts.map(({ name, role, text }) => (
            <li key={text} className="not-first:ml-1 not-first:border-l not-first:border-border not-first:pl-5">
              <p className="type-meta">
                <span className="font-label text-foreground">{name}</span> · {role}
              </p>
              <p className="mt-1 text-base leading-relaxed">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Plate>
  );
}

/** A card of what no plan includes promises nothing. */
const isSold = ({ sold }: { sold?: Sold }) => !sold || sold.plan !== undefined;

function Card({ title, text, sold }: MembershipFeature) {
  return (
    <>
      <Title title={title} sold={sold} />
      <p className="mt-3.5 max-w-[48ch] text-base leading-relaxed text-foreground-2">{text}</p>
    </>
  );
}

/** Title of a section. It has a mark if the section is still to come, or else the plan from which it is included. */
function Title({ title, sold }: { title: string; sold: Sold | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h3 className="type-title-1">{title}</h3>
      {sold?.soon && <Badge tone="soon">Em breve</Badge>}
      {sold?.every && !sold.soon && <Badge tone="line">{INTERVAL_LABELS[sold.every]}</Badge>}
      {sold?.plan && !sold.soon && !sold.everywhere && <Badge tone="line">A partir do {sold.plan}</Badge>}
    </div>
  );
}

const GLYPHS: Record<ContentType, GlyphName> = {
  article: 'needle',
  video: 'wedge',
  audio: 'wave',
  pdf: 'bar',
  link: 'pin',
  letter: 'half',
};

export function Exclusive({ exclusive }: Pick<MembershipContent, 'exclusive'>) {
  return (
    <Section label="Conteúdo exclusivo" className="pb-(--sp-section)">
      <h2 className="max-w-[20ch] type-display-2">{exclusive.title}</h2>
      <p className="mt-5 max-w-[50ch] type-lede">{exclusive.text}</p>
      <ul className="mt-[clamp(2rem,4vw,3.5rem)] border-b border-border">
        {exclusive.items.filter(isSold).map(({ type, title, text, sold }) => (
          <li
            key={title}
            className="grid grid-cols-[clamp(5rem,11vw,9rem)_minmax(0,1fr)] items-center gap-x-[clamp(1rem,2.4vw,2.25rem)] gap-y-3 border-t border-border py-5 sm:grid-cols-[clamp(5rem,11vw,9rem)_minmax(0,1fr)_auto]"
          >
            <Plate tone="plate" className="aspect-3/2">
              <NeedleArt
                field="cadence"
                glyph={GLYPHS[type]}
                seed={title}
                width={300}
                height={200}
                step={50}
                className="absolute inset-0 opacity-40"
              />
            </Plate>
            <div>
              <Title title={title} sold={sold} />
              <p className="mt-1.5 max-w-[52ch] text-base leading-relaxed text-foreground-2">{text}</p>
            </div>
            <BadgeShape
              icon={Lock}
              className="bg-foreground text-background max-sm:col-start-2 max-sm:justify-self-start"
            >
              Exclusivo
            </BadgeShape>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const MEMBERSHIP_PLANS_ID = 'membership-plans';

export function PlansSection({ plans, children }: Pick<MembershipContent, 'plans'> & { children: ReactNode }) {
  return (
    <section id={MEMBERSHIP_PLANS_ID} aria-labelledby="plans-title" className="pb-(--sp-section)">
      <div className="wrap">
        <div className="grid-page border-t border-border-strong pt-5 pb-[clamp(2.5rem,5vw,4.5rem)]">
          <p className="col-span-full font-label type-ui lg:col-span-3">Planos</p>
          <div className="col-span-full max-lg:mt-8 lg:col-span-9">
            <h2 id="plans-title" className="type-display-2">
              {plans.title}
            </h2>
            <p className="mt-5 max-w-[50ch] type-lede">{plans.text}</p>
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}

export function MembershipCall({ call }: Pick<MembershipContent, 'call'>) {
  const site = useSite();
  return <CallBlock call={call} href={chatUrl(site, 'membership')} field="orbit" seed="comunidade" step={80} />;
}

export function MembershipHead({ description }: Pick<MembershipContent, 'description'>) {
  const site = useSite();
  return (
    <Head
      title="Comunidade de líderes"
      description={description}
      canonicalPath={paths.membersWelcome}
      structuredData={import.meta.env.SSR && [breadcrumbs(site, [{ name: 'Comunidade', path: paths.membersWelcome }])]}
    />
  );
}
