import { useEffect } from 'react';
import { rememberPlan, useChosenPlan } from '@/entities/plan-choice';
import type { Plan } from '@/generated/content';
import { useSearchParams } from '@/lib/router';

/** Above the login form: the chosen plan, from the address or else from this browser. */
export function ChosenPlan({ plans }: { plans: readonly Plan[] }) {
  const [search] = useSearchParams();
  const stored = useChosenPlan();
  const byId = (id: string | null | undefined) => plans.find((plan) => plan.id === id);
  const asked = byId(search.get('plano'));
  const plan = asked ?? byId(stored);

  const askedId = asked?.id;
  useEffect(() => {
    if (askedId) rememberPlan(askedId);
  }, [askedId]);

  if (!plan) return <p>Para quem já é membro.</p>;
  return (
    <p>
      Você escolheu o plano <strong className="font-label text-foreground">{plan.name}</strong>. Entre ou crie a sua
      conta para continuar.
    </p>
  );
}
