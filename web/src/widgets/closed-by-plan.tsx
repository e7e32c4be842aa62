import { Lock } from 'lucide-react';
import { fromPlan, type OpeningPlan } from '@/entities/opening-plan';
import { Empty } from '@/ui/start/empty';
import { PlanUpgrade } from './plan-upgrade';

export interface ClosedByPlanProps {
  /** The simplest plan that opens it. */
  plan: OpeningPlan;
  /** `Este conteúdo` */
  what: string;
  /** The path of the page in the members' area. */
  back: string;
  className?: string;
}

/** Stands in the place of what a larger plan opens. */
export function ClosedByPlan({ plan, what, back, className }: ClosedByPlanProps) {
  return (
    <Empty
      icon={Lock}
      title={`${what} faz parte do plano ${plan.name}.`}
      description={`${fromPlan(plan)}.`}
      {...(className && { className })}
    >
      <PlanUpgrade plan={plan} back={back} />
    </Empty>
  );
}
