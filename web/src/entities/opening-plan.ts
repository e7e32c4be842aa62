/** The simplest plan that opens something, in the owner's words. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ContentFiles, Entitlement, Plan } from '@/generated/content';
import { fetchJson } from '@/lib/client-config';

export interface OpeningPlan {
  id: Plan['id'];
  name: string;
  /** `R$ 97 por mês`; as it is worded where the plan has no price in figures. */
  price: string;
  /** Entitlements of this plan alone. It has those of the plans before it, too. */
  opens: readonly Entitlement[];
}

/** The plans with what each adds to the plans before it. */
export function openingPlans({ plans }: Pick<ContentFiles['plans'], 'plans'>): OpeningPlan[] {
  return plans.map(({ id, name, price, period, features }) => ({
    id,
    name,
    price: period ? `${price} ${period}` : price,
    opens: features.flatMap(({ right }) => right ?? []),
  }));
}

/** Data that pages need to name a plan. The whole file is many times larger. */
export const openingPlansQuery = queryOptions({
  queryKey: ['content', 'opening-plans'],
  queryFn: async ({ signal }): Promise<OpeningPlan[]> =>
    openingPlans(await fetchJson<ContentFiles['plans']>('/content/plans.json', signal)),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isPublic: true },
});

/** The first plan with the entitlement; undefined where none has it. */
export function simplestPlan(plans: readonly OpeningPlan[], entitlement: Entitlement): OpeningPlan | undefined {
  return plans.find(({ opens }) => opens.includes(entitlement));
}

/** [`simplestPlan`]; undefined also while the plans are not known. */
export function useSimplestPlan(entitlement: Entitlement | undefined): OpeningPlan | undefined {
  const { data } = useQuery({ ...openingPlansQuery, enabled: entitlement !== undefined });
  return data && entitlement && simplestPlan(data, entitlement);
}

/** `A partir do plano Scale, R$ 97 por mês` */
export const fromPlan = ({ name, price }: Pick<OpeningPlan, 'name' | 'price'>): string =>
  `A partir do plano ${name}, ${price}`;
