import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { rememberPlan, takePlan } from '@/entities/plan-choice';
import { hasStoredSession } from '@/entities/stored-session';
import type { PlanId } from '@/generated/content';
import { type ToastMessage, toast } from '@/ui/toast';
import type { CheckoutOutcome } from './checkout';
import { checkoutText } from './text';

/** How long the notice is shown before the login page. */
const REDIRECT_MS = 1500;

export interface CheckoutOptions {
  /** Shown without a session. */
  notice: ToastMessage;
  onSignIn: () => void;
  /** The plan to continue with after signing in, once. */
  resumed?: PlanId | undefined;
}

export interface Checkout {
  busy: PlanId | undefined;
  choose: (plan: PlanId) => void;
  pending: PlanId | undefined;
  replacePending: () => void;
  keepPending: () => void;
}

/** What choosing a plan does: payment with a session, the login without one. */
export function useCheckout({ notice, onSignIn, resumed }: CheckoutOptions): Checkout {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<PlanId>();
  const [pending, setPending] = useState<PlanId>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const askToSignIn = useCallback(
    (plan: PlanId) => {
      rememberPlan(plan);
      toast(notice);
      clearTimeout(timer.current);
      timer.current = setTimeout(onSignIn, REDIRECT_MS);
    },
    [notice, onSignIn],
  );

  const choose = useCallback(
    (plan: PlanId, replacesPending = false) => {
      if (busy) return;
      if (!hasStoredSession()) return askToSignIn(plan);
      setBusy(plan);
      import('./checkout')
        .then(({ startCheckout }) => startCheckout(plan, queryClient, replacesPending))
        .catch((reason: unknown): CheckoutOutcome => {
          console.error('the checkout could not be started', reason);
          return 'failed';
        })
        .then((outcome) => {
          if (outcome === 'leaving') return;
          setBusy(undefined);
          setPending(outcome === 'pending' ? plan : undefined);
          if (outcome === 'pending') return;
          if (outcome === 'signed-out') askToSignIn(plan);
          else toast(checkoutText[outcome]);
        });
    },
    [askToSignIn, busy, queryClient],
  );

  useEffect(() => {
    if (resumed && hasStoredSession() && takePlan(resumed)) choose(resumed);
  }, [resumed, choose]);

  const replacePending = useCallback(() => {
    if (pending) choose(pending, true);
  }, [choose, pending]);
  const keepPending = useCallback(() => setPending(undefined), []);

  return { busy, choose, pending, replacePending, keepPending };
}
