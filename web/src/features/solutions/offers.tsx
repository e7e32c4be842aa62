import type { SolutionsContent } from '@/generated/content';
import { OfferRow } from './offer-row';

/** The page's title, and the four ways of working as rows of a ledger. */
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
