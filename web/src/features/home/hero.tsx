import { MessageCircle } from 'lucide-react';
import { paths } from '@/app/pages';
import type { Clicks } from '@/generated/clicks';
import type { HomeContent } from '@/generated/content';
import { trackClick } from '@/lib/analytics';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { ButtonLink } from '@/ui/link';
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
