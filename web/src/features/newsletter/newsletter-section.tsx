import { NewsletterForm } from './newsletter-form';

export function NewsletterSection() {
  return (
    <section aria-labelledby="newsletter-title" className="below-lists py-[clamp(4rem,7vw,7.5rem)]">
      <div className="wrap grid-page gap-y-8">
        <div className="col-span-full lg:col-span-6">
          <h2 id="newsletter-title" className="type-display-2">
            Uma carta por semana.
          </h2>
          <p className="mt-4 max-w-136 type-lede">
            Um tema de gestão por vez, com um exemplo e uma pergunta para levar à reunião de segunda-feira.
          </p>
        </div>
        <div className="col-span-full self-end lg:col-span-5 lg:col-start-8">
          <NewsletterForm />
        </div>
      </div>
    </section>
  );
}
