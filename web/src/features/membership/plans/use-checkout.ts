import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { rememberPlan, takePlan } from '@/entities/plan/plan-choice';
import type { PlanPeriod } from '@/entities/plan/plan-period';
import { hasStoredSession } from '@/entities/stored-session';
import type { PlanId } from '@/generated/content';
import { type ToastMessage, toast } from '@/ui/toast';
import type { CheckoutOutcome, Chosen } from './checkout';
import { checkoutText } from './text';

/** Time for which the notice is shown before the login page. */
const REDIRECT_MS = 1500;

export interface CheckoutOptions {
  /** Shown without a session. */
  notice: ToastMessage;
  onSignIn: () => void;
  /** Plan with which to continue once after signing in. */
  resumed?: Chosen | undefined;
}

export interface Checkout {
  busy: PlanId | undefined;
  choose: (plan: PlanId, period: PlanPeriod) => void;
  pending: Chosen | undefined;
  replacePending: () => void;
  keepPending: () => void;
}

/** Returns the handlers of a choice of plan: payment with a session, the login without one. */
export function useCheckout({ notice, onSignIn, resumed }: CheckoutOptions): Checkout {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<PlanId>();
  const [pending, setPending] = useState<Chosen>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const askToSignIn = useCallback(
    (chosen: Chosen) => {
      rememberPlan(chosen);
      toast(notice);
      clearTimeout(timer.current);
      timer.current = setTimeout(onSignIn, REDIRECT_MS);
    },
    [notice, onSignIn],
  );

  const choose = useCallback(
    (plan: PlanId, period: PlanPeriod, replacesPending = false) => {
      const chosen = { plan, period };
      if (busy) return;
      if (!hasStoredSession()) return askToSignIn(chosen);
      setBusy(plan);
      import('./checkout')
        .then(({ startCheckout }) => startCheckout(chosen, queryClient, replacesPending))
        .catch((reason: unknown): CheckoutOutcome => {
          console.error('the checkout could not be started', reason);
          return 'failed';
        })
        .then((outcome) => {
          if (outcome === 'leaving') return;
          setBusy(undefined);
          setPending(outcome === 'pending' ? chosen : undefined);
          if (outcome === 'pending') return;
          if (outcome === 'signed-out') askToSignIn(chosen);
          else toast(checkoutText[outcome]);
        });
    },
    [askToSignIn, busy, queryClient],
  );

  const { plan, period } = resumed ?? {};
  useEffect(() => {
    if (plan && period && hasStoredSession() && takePlan({ plan, period })) choose(plan, period);
  }, [plan, period, choose]);

  const replacePending = useCallback(() => {
    if (pending) choose(pending.plan, pending.period, true);
  }, [choose, pending]);
  const keepPending = useCallback(() => setPending(undefined), []);

  return { busy, choose, pending, replacePending, keepPending };
}
