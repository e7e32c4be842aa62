import type { Plan } from '@/generated/content';

/** A price split for display: 'R$' and '47'. Undefined where the price is text. */
export function figuresOf({ price }: Pick<Plan, 'price'>): { currency: string; amount: string } | undefined {
  const [, currency, amount] = /^(R\$)\s*([\d.]+)$/.exec(price) ?? [];
  return currency && amount ? { currency, amount } : undefined;
}

/** Where a plan stands on the page. */
export const planAnchor = (id: Plan['id']): string => `plano-${id}`;

export function monthlyPrice(plan: Pick<Plan, 'price'>): number | undefined {
  const figures = figuresOf(plan);
  return figures && Number(figures.amount.replaceAll('.', ''));
}
