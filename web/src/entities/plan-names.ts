/** The plans and their periods, as people read them. */
import type { PlanPeriod } from '@/generated/functions';

export type { PlanPeriod };

export const PLAN_NAMES = { update: 'Update', scale: 'Scale', professional: 'Professional' } as const;

/** The name of a plan; `none` where it is none of them. */
export function planName(id: string | null, none = '–'): string {
  return Object.entries(PLAN_NAMES).find(([plan]) => plan === id)?.[1] ?? none;
}

/** `Scale anual`; a plan by the month has its name alone. */
export const withPeriod = (name: string, period: string | null | undefined): string =>
  period === 'year' ? `${name} anual` : name;

/** The period that an address names. */
export const periodOf = (search: URLSearchParams): PlanPeriod => (search.get('periodo') === 'anual' ? 'year' : 'month');

/** How an address names a period. */
export const periodInAddress = (period: PlanPeriod): string | undefined => (period === 'year' ? 'anual' : undefined);
