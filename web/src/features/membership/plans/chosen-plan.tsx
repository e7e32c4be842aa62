import { useEffect } from 'react';
import { rememberPlan, useChosenPlan } from '@/entities/plan/plan-choice';
import { periodOf, withPeriod } from '@/entities/plan/plan-period';
import type { Plan } from '@/generated/content';
import { useSearchParams } from '@/lib/router';
import { soldFor } from './price';

/** Above the login form: the chosen plan, from the address or else from this browser. */
export function ChosenPlan({ plans }: { plans: readonly Plan[] }) {
  const [search] = useSearchParams();
  const stored = useChosenPlan();
  const byId = (id: string | null | undefined) => plans.find((plan) => plan.id === id);
  const asked = byId(search.get('plano'));
  const plan = asked ?? byId(stored?.plan);
  const wanted = asked ? periodOf(search) : stored?.period;
  const period = plan && soldFor(plan, wanted ?? 'month');

  const askedId = asked?.id;
  useEffect(() => {
    if (askedId && period) rememberPlan({ plan: askedId, period });
  }, [askedId, period]);

  if (!plan) return <p>Para quem já é membro.</p>;
  return (
    <p>
      Você escolheu o plano <strong className="font-label text-foreground">{withPeriod(plan.name, period)}</strong>.
      Entre ou crie a sua conta para continuar.
    </p>
  );
}
