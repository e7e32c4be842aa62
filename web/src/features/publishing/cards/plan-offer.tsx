import { type QueryClient, useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { grantsAccess, subscriptionQuery } from '@/entities/access';
import { contentQuery } from '@/entities/site';
import { hasStoredSession } from '@/entities/stored-session';
import type { Plan } from '@/generated/content';
import { getClient } from '@/lib/backend';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { ButtonLink, Link, TextLink } from '@/ui/link';
import { Spinner } from '@/ui/spinner';

export interface PlanOfferProps {
  title?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PlanOffer({ title, open, onOpenChange }: PlanOfferProps) {
  const { data: words } = useQuery(contentQuery('contents'));
  const { data: offered, isError } = useQuery(contentQuery('plans'));
  if (!words) return null;
  const { offer } = words;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={offer.title}
      description={title ? `“${title}” ${offer.text}` : offer.notice}
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
      {offered ? <Plans plans={offered.plans} /> : !isError && <Spinner />}
      <p className="type-meta">{offer.note}</p>
      {!hasStoredSession() && (
        <p className="type-ui">
          Já tem assinatura? <TextLink href={paths.membersWelcome}>Entrar</TextLink>
        </p>
      )}
    </Dialog>
  );
}

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

export async function hasSubscription(queryClient: QueryClient): Promise<boolean> {
  // Without a stored session the client library is not fetched.
  if (!hasStoredSession()) return false;
  const { data } = await (await getClient()).auth.getSession();
  const email = data.session?.user.email;
  if (!email) return false;
  const subscription = await queryClient.fetchQuery(subscriptionQuery(email));
  return subscription !== null && grantsAccess(subscription, Date.now());
}
