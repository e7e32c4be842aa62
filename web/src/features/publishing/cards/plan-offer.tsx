import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '@/app/pages';
import { heldQuery, useFollowedPlan } from '@/entities/held';
import { fromPlan, type OpeningPlan, openingPlansQuery, simplestPlan } from '@/entities/opening-plan';
import { planChangeQuery } from '@/entities/plan-change';
import { contentQuery } from '@/entities/site';
import { hasStoredSession } from '@/entities/stored-session';
import type { Entitlement, Plan } from '@/generated/content';
import { getClient } from '@/lib/backend';
import { navigate } from '@/lib/router';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { ButtonLink, Link, TextLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';
import { PlanUpgrade } from '@/widgets/plan-upgrade';
import type { ContentCard } from '../queries';

export interface PlanOfferProps {
  /** Content that was chosen. Absent if a whole page is for members only. */
  content?: Pick<ContentCard, 'id' | 'title' | 'entitlement'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PlanOffer({ content, open, onOpenChange }: PlanOfferProps) {
  const { data: words } = useQuery(contentQuery('contents'));
  const { data: offered, isError } = useQuery(contentQuery('plans'));
  const { data: plans = [] } = useQuery(openingPlansQuery);
  const simplest = content && simplestPlan(plans, content.entitlement);
  const change = useQuery({
    ...planChangeQuery(simplest?.id ?? ''),
    enabled: open && simplest !== undefined && hasStoredSession(),
  });
  if (!words) return null;
  const { offer } = words;
  if (content && simplest && (change.data || change.isLoading)) {
    return <Upgrade content={content} plan={simplest} open={open} onOpenChange={onOpenChange} />;
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={offer.title}
      description={content ? `“${content.title}” ${offer.text}` : offer.notice}
      footer={
        <>
          <DialogClose>
            <Button variant="ghost" size="small">
              Agora não
            </Button>
          </DialogClose>
          <ButtonLink href={paths.pricing} size="small">
            Ver planos
          </ButtonLink>
        </>
      }
    >
      {simplest && <p className="font-label type-ui">{fromPlan(simplest)}.</p>}
      {offered ? <Plans plans={opening(offered.plans, simplest)} /> : !isError && <Spinner />}
      <p className="type-meta">{offer.note}</p>
      {!hasStoredSession() && (
        <p className="type-ui">
          Já tem assinatura? <TextLink href={paths.membersWelcome}>Entrar</TextLink>
        </p>
      )}
    </Dialog>
  );
}

interface UpgradeProps extends Required<PlanOfferProps> {
  plan: OpeningPlan;
}

/** Price of the larger plan for those who have a smaller one. Leads to the content as soon as it is open. */
function Upgrade({ content, plan, open, onOpenChange }: UpgradeProps) {
  const page = paths.membersContent(content.id);
  const { data: held } = useQuery(heldQuery);
  const { data: userId } = useQuery(ownIdQuery);
  const isOpen = held?.includes(content.entitlement) ?? false;
  useEffect(() => {
    if (open && isOpen) navigate(page);
  }, [open, isOpen, page]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Incluído no plano ${plan.name}`}
      description={`“${content.title}” faz parte do plano ${plan.name}, ${plan.price}.`}
      footer={
        <DialogClose>
          <Button variant="ghost" size="small">
            Agora não
          </Button>
        </DialogClose>
      }
    >
      <PlanUpgrade plan={plan} back={page} />
      {userId && <Followed userId={userId} />}
    </Dialog>
  );
}

const ownIdQuery = queryOptions({
  queryKey: ['subscription', 'own-id'],
  queryFn: async () => (await (await getClient()).auth.getSession()).data.session?.user.id ?? null,
});

function Followed({ userId }: { userId: string }) {
  useFollowedPlan(userId, []);
  return null;
}

/** The plan and those after it, which open what it opens. */
const opening = (plans: readonly Plan[], simplest: OpeningPlan | undefined): readonly Plan[] =>
  plans.slice(Math.max(0, simplest ? plans.findIndex(({ id }) => id === simplest.id) : 0));

function Plans({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul aria-label="Planos" className="mt-1 border-t border-border-strong">
      {plans.map(({ id, name, price, period, badge }) => (
        <li key={id} className="border-b border-border">
          <Link
            href={paths.pricing}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5 py-3 hover:text-north"
          >
            <span className="type-title-2">{name}</span>
            <span className="type-ui whitespace-nowrap tabular-nums">
              {price}
              {period && <span className="text-muted-foreground"> {period}</span>}
            </span>
            {badge && (
              <Badge tone="line" className="col-span-full justify-self-start">
                {badge}
              </Badge>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns `true` if the person's plan opens what requires this. */
export async function isHeld(queryClient: QueryClient, entitlement: Entitlement): Promise<boolean> {
  // Without a stored session the client library is not fetched.
  if (!hasStoredSession()) return false;
  const { data } = await (await getClient()).auth.getSession();
  return data.session !== null && (await queryClient.fetchQuery(heldQuery)).includes(entitlement);
}
