/** Time for which one charge of a plan pays for. */
import type { PlanPeriod } from '@/generated/database';

export type { PlanPeriod };

/** `Scale anual`; a plan by the month has its name alone. */
export const withPeriod = (name: string, period: string | null | undefined): string =>
  period === 'year' ? `${name} anual` : name;

/** The period that an address names. */
export const periodOf = (search: URLSearchParams): PlanPeriod => (search.get('periodo') === 'anual' ? 'year' : 'month');

/** Returns the name of a period in addresses. */
export const periodInAddress = (period: PlanPeriod): string | undefined => (period === 'year' ? 'anual' : undefined);
