/** Cards of what may be for members only. */
import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { paths } from '@/app/pages';
import { fromPlan, type OpeningPlan, useSimplestPlan } from '@/entities/opening-plan';
import { navigate } from '@/lib/router';
import { BadgeShape } from '@/ui/badge';
import { Link } from '@/ui/link';
import { type CardLinkProps, type CardProps, type MetaProps, OpenLink, OpenMeta, OpenRowCard } from './open-cards';
import type { PlanOfferProps } from './plan-offer';

/** The facts of a content, whether it is for members only, and the plan from which on it is open. */
export function ContentMeta(props: MetaProps) {
  const { content } = props;
  const plan = useSimplestPlan(content.is_member_only ? content.entitlement : undefined);
  return (
    <OpenMeta {...props}>
      {/* StateBadge would bring the icons of all the other states. */}
      {content.is_member_only && (
        <BadgeShape icon={Lock} className="bg-foreground text-background">
          Exclusivo
        </BadgeShape>
      )}
      <PlanNote plan={plan} />
    </OpenMeta>
  );
}

/** Note with the first plan that opens the content. */
export const PlanNote = ({ plan }: { plan: OpeningPlan | undefined }) => plan && <span>{fromPlan(plan)}</span>;

/** The link of a card: to the article, or to the offer for member-only content. */
export function CardLink(props: CardLinkProps) {
  if (props.content.is_member_only) return <ExclusiveLink {...props} />;
  return <OpenLink {...props} />;
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Links to the plans; with script, those whose plan opens the content go to it, and everybody else gets the offer here. */
function ExclusiveLink({ content, className, children }: CardLinkProps) {
  const [Offer, setOffer] = useState<ComponentType<PlanOfferProps>>();
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();

  const follow = async () => {
    const { isHeld, PlanOffer } = await import('./plan-offer');
    if (!(await isHeld(queryClient, content.entitlement))) {
      setOffer(() => PlanOffer);
      setOpen(true);
    } else {
      navigate(paths.membersContent(content.id));
    }
  };
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    follow().catch((reason: unknown) => {
      console.warn('the offer could not be shown', reason);
      navigate(paths.pricing);
    });
  };
  return (
    <>
      <Link href={paths.pricing} aria-haspopup="dialog" onClick={onClick} className={className}>
        {children}
      </Link>
      {Offer && <Offer content={content} open={open} onOpenChange={setOpen} />}
    </>
  );
}

const PARTS = { Anchor: CardLink, Meta: ContentMeta };

export function RowCard(props: CardProps) {
  return <OpenRowCard {...props} parts={PARTS} />;
}
