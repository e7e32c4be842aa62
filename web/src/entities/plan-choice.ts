/** The plan chosen before signing in, kept in this browser until it can be paid. */
import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'selectedPlan';

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

/** Storage may be forbidden in the browser's settings; then the plan is chosen again after signing in. */
export function rememberPlan(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id);
  } catch (reason) {
    console.warn('the chosen plan could not be kept', reason);
  }
  changed();
}

/** The stored id of the plan chosen last, not validated. */
export function chosenPlan(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** True once for the plan chosen last, which is then forgotten. */
export function takePlan(id: string): boolean {
  if (chosenPlan() !== id) return false;
  localStorage.removeItem(STORAGE_KEY);
  changed();
  return true;
}

/** [`chosenPlan`], unknown while the server renders. */
export function useChosenPlan(): string | undefined {
  return useSyncExternalStore(subscribe, chosenPlan, () => undefined);
}
