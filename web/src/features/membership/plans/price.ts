import type { PlanPeriod } from '@/entities/plan/plan-period';
import type { Plan } from '@/generated/content';
import { formatCurrency } from '@/lib/format';

/** A price split for display: 'R$' and '47'. Undefined where the price is text. */
export function figuresOf({ price }: Pick<Plan, 'price'>): { currency: string; amount: string } | undefined {
  const [, currency, amount] = /^(R\$)\s*([\d.]+(?:,\d{2})?)$/.exec(price) ?? [];
  return currency && amount ? { currency, amount } : undefined;
}

/** Returns the anchor of a plan on the page. */
export const planAnchor = (id: Plan['id']): string => `plano-${id}`;

/** The price of a month in reais. */
export function monthlyPrice(plan: Pick<Plan, 'price'>): number | undefined {
  const figures = figuresOf(plan);
  return figures && Number(figures.amount.replaceAll('.', '').replace(',', '.'));
}

/** The price of a year in reais; undefined where the plan is not sold by the year. */
export function yearlyPrice({ price, yearly }: Pick<Plan, 'price' | 'yearly'>): number | undefined {
  return figuresOf({ price }) && yearly ? monthlyPrice({ price: yearly }) : undefined;
}

/** The period a plan is sold for, where this one is wanted. */
export const soldFor = (plan: Pick<Plan, 'price' | 'yearly'>, wanted: PlanPeriod): PlanPeriod =>
  yearlyPrice(plan) === undefined ? 'month' : wanted;

const MONTHS = 12;

const COUNTS = [
  '',
  'um mês',
  ...['dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze'].map(
    (count) => `${count} meses`,
  ),
];

/**
 * Returns the saving of a year against twelve months: 'dois meses', or a price. Returns `undefined` if a year does not
 * cost less.
 */
export function savedByYear(month: number, year: number): string | undefined {
  const saved = Math.round(month * MONTHS * 100 - year * 100);
  return saved > 0 ? (COUNTS[saved / (month * 100)] ?? formatCurrency(saved / 100)) : undefined;
}

/**
 * Returns the monthly price of a year, and its saving against twelve months: 'R$ 39,17 por mês, dois meses a menos'.
 */
export function yearInMonths(month: number, year: number): string {
  const byMonth = `${formatCurrency(year / MONTHS)} por mês`;
  const saved = savedByYear(month, year);
  return saved ? `${byMonth}, ${saved} a menos` : byMonth;
}
