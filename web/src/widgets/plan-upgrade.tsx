import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { OpeningPlan } from '@/entities/opening-plan';
import { confirmChange, type PlanChange, planChangeQuery } from '@/entities/plan-change';
import { adviceOf } from '@/lib/errors';
import { formatCurrency, formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { Skeleton } from '@/ui/skeleton';
import { useAction } from './use-action';

export interface PlanUpgradeProps {
  plan: OpeningPlan;
  /** Target of the confirmation: a path of the members' area. */
  back: string;
}

/** `Ao mudar agora, você paga R$ 33,33 pela diferença até 20/12/2026. Depois, R$ 97 por mês.` */
function costText({ due, renews_at: until }: PlanChange, { price }: OpeningPlan): string {
  const day = until ? formatDate(until) : undefined;
  if (due === null)
    return day ? `A mudança vale a partir de ${day}: ${price}.` : `A partir da próxima cobrança, ${price}.`;
  const rest = day ? ` pela diferença até ${day}` : '';
  return `Ao mudar agora, você paga ${formatCurrency(due / 100)}${rest}. Depois, ${price}.`;
}

/**
 * Price of a change to the plan now, and the button that confirms it. Those without a subscription to change get a link
 * to the plans.
 */
export function PlanUpgrade({ plan, back }: PlanUpgradeProps) {
  const { data: change, error, isPending } = useQuery(planChangeQuery(plan.id));
  const leaving = useAction({
    run: () => confirmChange(plan.id, back),
    failure: 'Não foi possível abrir a mudança de plano.',
  });
  if (isPending) return <Skeleton className="h-16 w-full max-w-96" />;
  if (!change) {
    return (
      <div className="grid justify-items-start gap-3">
        {error && (
          <p role="alert" className="type-ui text-destructive">
            {adviceOf(error)}
          </p>
        )}
        <ButtonLink href={error ? paths.membersSubscription : paths.pricing} variant="line" size="small">
          {error ? 'Ver a assinatura' : 'Ver os planos'}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-[48ch] type-ui">{costText(change, plan)}</p>
      <Button
        size="small"
        busy={leaving.isPending || leaving.isSuccess}
        busyLabel="Abrindo..."
        onClick={() => leaving.mutate()}
      >
        Mudar para o {plan.name}
      </Button>
    </div>
  );
}
