import { ArrowUpRight, CircleCheck, LayoutDashboard } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '@/app/pages';
import { isBought, isCourtesy, type Subscription } from '@/lib/access';
import { formatDate } from '@/lib/format';
import { callFunction, openPaymentPage, PAYMENTS_UNAVAILABLE } from '@/lib/functions';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { toast } from '@/ui/toast';
import type { MemberAccess } from './gate';
import { portalText } from './text';

const PLAN_NAMES = { update: 'Update', scale: 'Scale', professional: 'Professional' };

/** Why this person is in, the plan if the record names one, and where to manage it. */
export function AccessStrip({ access: { isAdmin, subscribed, subscription } }: { access: MemberAccess }) {
  const plan = subscribed ? subscription?.plan : undefined;
  return (
    <div className="mt-7 flex flex-wrap gap-px border border-border bg-border">
      <dl className="flex flex-1 gap-px">
        <Fact term="Acesso">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-success" strokeWidth={1.6} />
          {isAdmin ? 'Acesso de administrador' : accessName(subscription)}
        </Fact>
        {plan && <Fact term="Plano">{PLAN_NAMES[plan]}</Fact>}
      </dl>
      <div className="flex flex-wrap items-center gap-3 bg-card px-5 py-4 max-sm:w-full max-sm:*:w-full">
        {subscribed && subscription && isBought(subscription) && (
          <>
            <ManageSubscription />
            <ButtonLink href={paths.membersSubscription} variant="ghost" size="small">
              Plano e recibos
            </ButtonLink>
          </>
        )}
        {isAdmin && (
          <ButtonLink href={paths.admin} variant="line" size="small">
            <LayoutDashboard aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Painel administrativo
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function accessName(subscription: Subscription | null): string {
  if (!subscription?.access_until || !isCourtesy(subscription)) return 'Assinatura ativa';
  return `Cortesia até ${formatDate(subscription.access_until)}`;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid flex-1 content-center gap-0.5 bg-card px-5 py-4">
      <dt className="type-meta">{term}</dt>
      <dd className="flex items-center gap-2 font-serif text-xl leading-snug tracking-[-0.012em]">{children}</dd>
    </div>
  );
}

/** Opens the provider's portal, where plan and card are changed. */
function ManageSubscription() {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const answer = await callFunction<{ url: string }>('customer-portal').catch((error: unknown) => ({
      error,
      code: undefined,
    }));
    if ('data' in answer && openPaymentPage(answer.data.url)) return;
    setBusy(false);
    if ('code' in answer && answer.code === PAYMENTS_UNAVAILABLE) return toast(portalText.unavailable);
    console.error('the portal could not be opened', answer);
    toast(portalText.failed);
  };
  return (
    <Button variant="line" size="small" busy={busy} onClick={open}>
      Gerenciar assinatura
      <ArrowUpRight aria-hidden="true" className="size-4" strokeWidth={1.6} />
    </Button>
  );
}
