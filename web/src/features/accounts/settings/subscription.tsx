import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { grantsAccess, isBought, isCourtesy, type Subscription, subscriptionQuery } from '@/entities/access';
import { withPeriod } from '@/entities/plan/plan-period';
import { PLAN_NAMES } from '@/entities/plan-names';
import { formatLongDate } from '@/lib/format';
import { functionAnswer, openPaymentPage } from '@/lib/functions';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { useAccount } from './account';
import { Setting, showFailure } from './setting';

export function SubscriptionSetting() {
  const { email } = useAccount();
  const { data: subscription } = useQuery({ ...subscriptionQuery(email ?? ''), enabled: Boolean(email) });
  const active = subscription ? grantsAccess(subscription, Date.now()) : false;
  return (
    <Setting
      title={
        subscription?.plan ? `Plano ${withPeriod(PLAN_NAMES[subscription.plan], subscription.period)}` : 'Assinatura'
      }
      about={active && subscription ? describe(subscription) : 'Nenhuma assinatura ativa.'}
      action={
        <>
          {subscription && (
            <ButtonLink href={paths.membersSubscription} variant="ghost" size="small">
              Plano e recibos
            </ButtonLink>
          )}
          {active && subscription && isBought(subscription) ? (
            <Manage />
          ) : (
            <ButtonLink href={paths.pricing} variant="line" size="small">
              Ver planos
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

function describe(subscription: Subscription): string {
  const { cancel_at_period_end: ends, current_period_end: end, access_until: until } = subscription;
  if (until && isCourtesy(subscription)) return `Cortesia, com acesso até ${formatLongDate(until)}.`;
  if (ends && end) return `Cancelada, com acesso até ${formatLongDate(end)}.`;
  return end ? `Ativa. Renova em ${formatLongDate(end)}.` : 'Ativa.';
}

function Manage() {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const { url } = await functionAnswer('customer-portal');
      if (openPaymentPage(url)) return;
    } catch (error) {
      showFailure('Erro no portal', error);
    }
    setBusy(false);
  };
  return (
    <Button variant="line" size="small" busy={busy} onClick={() => void open()}>
      Gerenciar assinatura
    </Button>
  );
}
