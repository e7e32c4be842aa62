/** The plan chosen before signing in, kept in this browser until it can be paid. */
import { useMemo, useSyncExternalStore } from 'react';
import type { PlanPeriod } from './plan-period';

export interface PlanChoice {
  plan: string;
  period: PlanPeriod;
}

const STORAGE_KEY = 'selectedPlan';

/** Suffix for the id of a plan chosen by the year, as in the payment provider's keys. */
const YEARLY = '_year';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function changed() {
  for (const listener of listeners) listener();
}

const written = ({ plan, period }: PlanChoice) => (period === 'year' ? plan + YEARLY : plan);

function read(stored: string): PlanChoice {
  return stored.endsWith(YEARLY)
    ? { plan: stored.slice(0, -YEARLY.length), period: 'year' }
    : { plan: stored, period: 'month' };
}

function storedChoice(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Storage may be forbidden in the browser's settings; then the plan is chosen again after signing in. */
export function rememberPlan(choice: PlanChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, written(choice));
  } catch (reason) {
    console.warn('the chosen plan could not be kept', reason);
  }
  changed();
}

/** Returns the plan that was chosen last, not validated. */
export function chosenPlan(): PlanChoice | undefined {
  const stored = storedChoice();
  return stored === undefined ? undefined : read(stored);
}

/** True once for what was chosen last, which is then forgotten. */
export function takePlan(choice: PlanChoice): boolean {
  if (storedChoice() !== written(choice)) return false;
  localStorage.removeItem(STORAGE_KEY);
  changed();
  return true;
}

/** [`chosenPlan`], unknown while the server renders. */
export function useChosenPlan(): PlanChoice | undefined {
  const stored = useSyncExternalStore(subscribe, storedChoice, () => undefined);
  return useMemo(() => (stored === undefined ? undefined : read(stored)), [stored]);
}
