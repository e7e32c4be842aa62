import type { ContactContent } from '@/generated/content';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Channels, Facts } from './channels';
import { ContactForm } from './contact-form';

/** The form with the most room, the other ways beside it. */
export function ContactPage({ title, lede, facts }: ContactContent) {
  return (
    <>
      <div className="wrap pt-[clamp(2.5rem,5vw,4.75rem)] pb-[clamp(3.5rem,6vw,6rem)]">
        <h1 className="-ml-[0.045em] max-w-[16ch] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)]">
          {title}
        </h1>
        <p className="mt-[clamp(1.25rem,2.4vw,2rem)] max-w-152 type-lede">{lede}</p>
        <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid-page gap-y-14">
          <section aria-labelledby="contato-title" className="col-span-full lg:col-span-7">
            <h2 id="contato-title" className="mb-4 font-label type-ui">
              Formulário
            </h2>
            <div className="border-t border-border-strong pt-[clamp(1.75rem,3vw,2.25rem)]">
              <ContactForm />
            </div>
          </section>
          <div className="col-span-full grid content-start gap-10 lg:col-span-4 lg:col-start-9">
            <Channels />
            <Facts facts={facts} />
          </div>
        </div>
      </div>
      <Plate tone="moss" className="h-[clamp(6rem,13vw,11.5rem)]">
        <NeedleArt field="axes" seed="contato" width={1440} height={184} step={46} />
      </Plate>
    </>
  );
}
