import { Lock } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import type { ContentsContent } from '@/generated/content';
import { TextLink } from '@/ui/link';
import type { PlanOfferProps } from '../cards/plan-offer';

/** Why the visitor was brought here from the members' pages: said at the top, and the offer opens by itself. */
export function HubNotice({ offer }: Pick<ContentsContent, 'offer'>) {
  const [Offer, setOffer] = useState<ComponentType<PlanOfferProps>>();
  const [open, setOpen] = useState(true);
  useEffect(() => {
    import('../cards/plan-offer').then(
      ({ PlanOffer }) => setOffer(() => PlanOffer),
      // The notice alone says it too.
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
