import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { paths } from '@/app/pages';
import { navigate } from '@/lib/router';
import { Link } from '@/ui/link';
import type { ContentCard } from '../queries';
import type { PlanOfferProps } from './plan-offer';

export interface CardLinkProps {
  content: ContentCard;
  className?: string;
  children: React.ReactNode;
}

/** The link a card is: to the article, or to what a content for members only asks for. */
export function CardLink(props: CardLinkProps) {
  if (props.content.is_member_only) return <ExclusiveLink {...props} />;
  const { content, className, children } = props;
  return (
    <Link href={paths.article(content.id)} className={className}>
      {children}
    </Link>
  );
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Leads to the plans; with script, subscribers go on to the content and everybody else gets the offer right here. */
function ExclusiveLink({ content, className, children }: CardLinkProps) {
  const [Offer, setOffer] = useState<ComponentType<PlanOfferProps>>();
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();

  const follow = async () => {
    const [{ hasSubscription }, { PlanOffer }] = await Promise.all([import('./subscription'), import('./plan-offer')]);
    if (!(await hasSubscription(queryClient))) {
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
      {Offer && <Offer title={content.title} open={open} onOpenChange={setOpen} />}
    </>
  );
}
