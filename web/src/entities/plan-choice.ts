/** The plan somebody picked before signing in, kept in this browser until it can be paid. */
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

/** Storage may be forbidden in the browser's settings; then the plan is picked once more after signing in. */
export function rememberPlan(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id);
  } catch (reason) {
    console.warn('the chosen plan could not be kept', reason);
  }
  changed();
}

/** The id of the plan picked last, as it was stored: anything may stand there. */
export function chosenPlan(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** True once for the plan picked last: who asks goes on with it, and it waits no longer. */
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
